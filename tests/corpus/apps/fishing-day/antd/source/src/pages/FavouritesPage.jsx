import { Link } from 'react-router-dom';
import { Card, Empty, Typography } from 'antd';
import { useStore } from '../store.jsx';
import EventList from '../components/EventList.jsx';
import useTitle from '../components/useTitle.js';
import { countEvents } from '../format.js';

export default function FavouritesPage() {
  const { events, favourites } = useStore();
  const marked = events.filter((e) => favourites.includes(e.id));
  useTitle('Favourites');

  return (
    <>
      <div className="page-head">
        <div>
          <Typography.Title level={1}>Favourites</Typography.Title>
          {marked.length > 0 && (
            <Typography.Text type="secondary">{countEvents(marked.length)} you marked with a heart</Typography.Text>
          )}
        </div>
        <Link to="/">← All events</Link>
      </div>
      {marked.length > 0 ? (
        <EventList events={marked} />
      ) : (
        <Card>
          <Empty
            image={Empty.PRESENTED_IMAGE_SIMPLE}
            description="You have no favourites yet. Press the heart next to an event to keep it here."
          />
        </Card>
      )}
    </>
  );
}
