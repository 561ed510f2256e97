import { useMemo, useState } from 'react';
import { Button, Card, Empty, InputNumber, Select, Table, Tag } from 'antd';
import { ClearOutlined } from '@ant-design/icons';
import ImportPanel from '../components/ImportPanel.jsx';
import { NO_TERRAIN, percent, plural, terrainsOf } from '../stations.js';

const ALL = 'All';
const TAGS = {
  Coast: 'blue',
  Valley: 'green',
  Mountain: 'purple',
  Forest: 'cyan',
  Town: 'orange',
};

const columns = [
  {
    title: 'Station',
    dataIndex: 'title',
    rowScope: 'row',
    sorter: (a, b) => a.title.localeCompare(b.title),
  },
  {
    title: 'Terrain',
    dataIndex: 'terrain',
    sorter: (a, b) => a.terrain.localeCompare(b.terrain),
    render: (terrain) => (
      <Tag color={TAGS[terrain]} bordered={terrain !== NO_TERRAIN}>
        {terrain}
      </Tag>
    ),
  },
  {
    title: 'Humidity',
    dataIndex: 'humidity',
    sorter: (a, b) => a.humidity - b.humidity,
    render: (humidity) => (
      <span className="humidity">
        <span className="humidity-value">{percent(humidity)}</span>
        <span className="humidity-track" aria-hidden="true">
          <span style={{ width: `${humidity}%` }} />
        </span>
      </span>
    ),
  },
];

export default function StationsPage({ stations, importedCount, onImport, onForget }) {
  const [terrain, setTerrain] = useState(ALL);
  const [highest, setHighest] = useState(null);

  const terrains = useMemo(() => terrainsOf(stations), [stations]);
  // the terrain picked can vanish when imported stations are removed
  const chosen = terrain === ALL || terrains.includes(terrain) ? terrain : ALL;
  const shown = useMemo(
    () =>
      stations.filter(
        (s) => (chosen === ALL || s.terrain === chosen) && (highest === null || s.humidity <= highest),
      ),
    [stations, chosen, highest],
  );
  const filtered = chosen !== ALL || highest !== null;

  const clear = () => {
    setTerrain(ALL);
    setHighest(null);
  };

  return (
    <>
      <div className="page-head">
        <h1 tabIndex={-1}>Stations</h1>
        <p className="count" role="status">
          {filtered
            ? `${shown.length} of ${plural(stations.length, 'station')}`
            : plural(stations.length, 'station')}
        </p>
      </div>

      <ImportPanel
        terrains={terrains}
        importedCount={importedCount}
        onImport={onImport}
        onForget={onForget}
      />

      <Card className="filters" size="small">
        <section aria-label="Filters" className="filter-row">
          <div className="field">
            <label htmlFor="filter-terrain">Terrain</label>
            <Select
              id="filter-terrain"
              value={chosen}
              onChange={setTerrain}
              virtual={false}
              options={[ALL, ...terrains].map((t) => ({ value: t, label: t }))}
            />
          </div>
          <div className="field">
            <label htmlFor="filter-humidity">Highest humidity in percent</label>
            <InputNumber
              id="filter-humidity"
              value={highest}
              onChange={setHighest}
              min={0}
              max={100}
              placeholder="No limit"
              suffix="%"
            />
          </div>
          <Button icon={<ClearOutlined aria-hidden="true" />} onClick={clear}>
            Clear filters
          </Button>
        </section>
      </Card>

      {shown.length ? (
        <Table
          aria-label="Weather stations"
          className="stations"
          rowKey="id"
          columns={columns}
          dataSource={shown}
          pagination={false}
          showSorterTooltip={false}
        />
      ) : (
        <Card>
          <Empty
            image={
              <svg viewBox="0 0 64 64" width="72" height="72" aria-hidden="true" className="fog">
                <path d="M18 34a10 10 0 0 1 2-20 14 14 0 0 1 26 3 9 9 0 0 1 0 17M12 42h34M20 50h34M14 58h22" />
              </svg>
            }
            styles={{ image: { height: 84 } }}
            description={
              <span role="status">
                No station matches these filters. Raise the highest humidity, pick another terrain or
                clear the filters.
              </span>
            }
          />
        </Card>
      )}
    </>
  );
}
