import { useState } from 'react';
import { Button, Card } from 'antd';
import { SwapOutlined } from '@ant-design/icons';
import { percent } from '../stations.js';

export default function TerrainBars({ rows }) {
  const [average, setAverage] = useState(false);

  // averages are percentages, so they are drawn against 100; counts against the largest
  const most = average ? 100 : Math.max(...rows.map((r) => r.count));
  const heading = average ? 'Average humidity by terrain' : 'Number of stations by terrain';

  return (
    <section aria-labelledby="bars-heading">
      <div className="bars-head">
        <h2 id="bars-heading" aria-live="polite">
          {heading}
        </h2>
        <Button icon={<SwapOutlined aria-hidden="true" />} onClick={() => setAverage(!average)}>
          {average ? 'Show number of stations' : 'Show average humidity'}
        </Button>
      </div>
      <Card size="small">
        <ul className="bars" aria-labelledby="bars-heading">
          {rows.map((row) => {
            const value = average ? row.average : row.count;
            return (
              <li key={row.terrain}>
                <span className="bar-name">{row.terrain}</span>
                <span className="bar-track" aria-hidden="true">
                  <span className="bar" style={{ width: `${(value / most) * 100}%` }} />
                </span>
                <span className="bar-value">{average ? percent(value) : value}</span>
              </li>
            );
          })}
        </ul>
      </Card>
    </section>
  );
}
