import { useState } from 'react';
import { Card, Col, Row, Select, Statistic, Table } from 'antd';
import TerrainBars from '../components/TerrainBars.jsx';
import { byTerrain, figures, percent, terrainsOf } from '../stations.js';

const ALL = 'All';

const columns = [
  { title: 'Terrain', dataIndex: 'terrain', rowScope: 'row' },
  { title: 'Stations', dataIndex: 'count', align: 'right' },
  { title: 'Average humidity', dataIndex: 'average', align: 'right', render: percent },
];

export default function StatisticsPage({ stations }) {
  const [terrain, setTerrain] = useState(ALL);
  const terrains = terrainsOf(stations);
  const picked = terrain === ALL ? stations : stations.filter((s) => s.terrain === terrain);
  const sum = figures(picked);
  const rows = byTerrain(picked);

  const cards = [
    { title: 'Number of stations', value: sum.count },
    { title: 'Average humidity', value: percent(sum.average) },
    { title: 'Highest humidity', value: percent(sum.highest.humidity), note: sum.highest.title },
    { title: 'Lowest humidity', value: percent(sum.lowest.humidity), note: sum.lowest.title },
  ];

  return (
    <>
      <div className="page-head">
        <h1 tabIndex={-1}>Statistics</h1>
        <div className="field inline">
          <label htmlFor="statistics-terrain">Show figures for terrain</label>
          <Select
            id="statistics-terrain"
            value={terrain}
            onChange={setTerrain}
            virtual={false}
            options={[ALL, ...terrains].map((t) => ({ value: t, label: t }))}
          />
        </div>
      </div>

      <section aria-labelledby="figures-heading">
        <h2 id="figures-heading" aria-live="polite">
          {terrain === ALL ? 'All terrains' : terrain}
        </h2>
        <Row gutter={[16, 16]} role="list" aria-labelledby="figures-heading">
          {cards.map((card) => (
            <Col xs={12} lg={6} key={card.title} role="listitem">
              <Card className="figure" size="small">
                <Statistic title={card.title} value={card.value} />
                <p className="note">{card.note ?? '\u00a0'}</p>
              </Card>
            </Col>
          ))}
        </Row>
      </section>

      <Row gutter={[24, 8]}>
        <Col xs={24} lg={11}>
          <section aria-labelledby="table-heading">
            <h2 id="table-heading">By terrain</h2>
            <Table
              aria-labelledby="table-heading"
              rowKey="terrain"
              columns={columns}
              dataSource={rows}
              pagination={false}
              size="middle"
            />
          </section>
        </Col>
        <Col xs={24} lg={13}>
          <TerrainBars rows={rows} />
        </Col>
      </Row>
    </>
  );
}
