import { Card, Flex, Grid, List, Table, Tag, Typography } from 'antd';
import { Link } from 'react-router-dom';
import HeartButton from './HeartButton.jsx';
import { formatPrice, formatShortDate } from '../format.js';

const KIND_COLOURS = {
  Concert: 'magenta', Theatre: 'volcano', Comedy: 'gold', Dance: 'purple',
  Reading: 'blue', Film: 'geekblue', Family: 'green', Workshop: 'cyan',
};

export function KindTag({ kind }) {
  return <Tag color={KIND_COLOURS[kind]} style={{ marginInlineEnd: 0 }}>{kind}</Tag>;
}

const columns = [
  {
    title: 'Title',
    dataIndex: 'title',
    sorter: (a, b) => a.title.localeCompare(b.title),
    render: (title, event) => <Link className="event-title" to={`/events/${event.id}`}>{title}</Link>,
  },
  { title: 'Kind', dataIndex: 'kind', width: 130, render: (kind) => <KindTag kind={kind} /> },
  {
    title: 'Takes place on',
    dataIndex: 'date',
    width: 200,
    sorter: (a, b) => (a.date ?? '9999').localeCompare(b.date ?? '9999'),
    render: formatShortDate,
  },
  {
    title: 'Ticket price',
    dataIndex: 'price',
    width: 150,
    align: 'right',
    sorter: (a, b) => a.price - b.price,
    render: (price) => <span className="price">{formatPrice(price)}</span>,
  },
  { title: '', key: 'favourite', width: 64, align: 'center', render: (_, event) => <HeartButton event={event} /> },
];

export default function EventList({ events }) {
  const screens = Grid.useBreakpoint();

  if (screens.xs || (screens.sm && !screens.md)) {
    return (
      <Card styles={{ body: { padding: '0 12px' } }}>
        <List
          dataSource={events}
          rowKey="id"
          renderItem={(event) => (
            <List.Item>
              <Flex vertical gap={6} flex={1} style={{ minWidth: 0 }}>
                <Link className="event-title" to={`/events/${event.id}`}>{event.title}</Link>
                <Flex gap={10} align="center" wrap>
                  <KindTag kind={event.kind} />
                  <Typography.Text type="secondary">{formatShortDate(event.date)}</Typography.Text>
                </Flex>
              </Flex>
              <Typography.Text strong className="price" style={{ margin: '0 4px 0 12px' }}>
                {formatPrice(event.price)}
              </Typography.Text>
              <HeartButton event={event} />
            </List.Item>
          )}
        />
      </Card>
    );
  }

  return (
    <Card styles={{ body: { padding: 0 } }}>
      <Table rowKey="id" columns={columns} dataSource={events} pagination={false} />
    </Card>
  );
}
