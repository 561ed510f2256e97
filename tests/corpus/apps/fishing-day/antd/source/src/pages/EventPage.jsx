import { Link, useNavigate, useParams } from 'react-router-dom';
import { Button, Card, Descriptions, Flex, Typography } from 'antd';
import { ArrowLeftOutlined } from '@ant-design/icons';
import { useStore } from '../store.jsx';
import { KindTag } from '../components/EventList.jsx';
import HeartButton from '../components/HeartButton.jsx';
import useTitle from '../components/useTitle.js';
import NotFound from './NotFound.jsx';
import { formatDate, formatPrice } from '../format.js';

export default function EventPage() {
  const { id } = useParams();
  const { events } = useStore();
  const navigate = useNavigate();
  const event = events.find((e) => e.id === id);
  useTitle(event?.title ?? 'Not found');

  if (!event) return <NotFound what="event" />;

  return (
    <>
      <p style={{ marginTop: 0 }}>
        <Link to="/"><ArrowLeftOutlined /> Back to the list</Link>
      </p>
      <Card>
        <Flex justify="space-between" align="flex-start" gap={12}>
          <Typography.Title level={1} style={{ marginTop: 0, overflowWrap: 'anywhere' }}>{event.title}</Typography.Title>
          <HeartButton event={event} size="large" />
        </Flex>
        <Typography.Paragraph style={{ fontSize: 17, maxWidth: '65ch' }}>
          {event.description || 'There is no description for this event yet.'}
        </Typography.Paragraph>
        <Descriptions
          bordered
          column={1}
          styles={{ label: { width: 150 } }}
          items={[
            { key: 'kind', label: 'Kind', children: <KindTag kind={event.kind} /> },
            { key: 'price', label: 'Ticket price', children: formatPrice(event.price) },
            { key: 'organiser', label: 'Organiser', children: event.organiser || 'To be announced' },
            { key: 'date', label: 'Takes place on', children: formatDate(event.date) },
          ]}
        />
        <Button
          type="primary"
          size="large"
          style={{ marginTop: 24 }}
          onClick={() => navigate('/request', { state: { event: event.id } })}
        >
          Request tickets
        </Button>
      </Card>
    </>
  );
}
