import { useState } from 'react';
import { Button, Flex, Typography } from 'antd';
import { DownloadOutlined, PlusOutlined } from '@ant-design/icons';
import { useStore } from '../store.jsx';
import EventList from '../components/EventList.jsx';
import AddEventDrawer from '../components/AddEventDrawer.jsx';
import useTitle from '../components/useTitle.js';
import { countEvents } from '../format.js';
import { download, eventsToCsv } from '../csv.js';

export default function ListPage() {
  const { events } = useStore();
  const [adding, setAdding] = useState(false);
  useTitle('');

  return (
    <>
      <div className="page-head">
        <div>
          <Typography.Title level={1}>What’s on</Typography.Title>
          <Typography.Text type="secondary">{countEvents(events.length)} on our stages</Typography.Text>
        </div>
        <Flex gap={8} wrap>
          <Button icon={<DownloadOutlined />} onClick={() => download('gatherly-hall-events.csv', eventsToCsv(events))}>
            Export CSV
          </Button>
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>Add event</Button>
        </Flex>
      </div>
      <EventList events={events} />
      <AddEventDrawer open={adding} onClose={() => setAdding(false)} />
    </>
  );
}
