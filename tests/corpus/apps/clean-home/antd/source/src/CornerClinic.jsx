import { useEffect, useState } from 'react';
import { Empty, Layout, Table, Typography } from 'antd';
import { MedicineBoxOutlined } from '@ant-design/icons';
import { useClinic } from './useClinic';
import { treatments } from './treatments';
import TreatmentList from './TreatmentList';
import BookingDrawer from './BookingDrawer';
import CommentsModal from './CommentsModal';

function usePage() {
  const read = () => (location.hash === '#/bookings' ? 'bookings' : 'treatments');
  const [page, setPage] = useState(read);
  useEffect(() => {
    const change = () => setPage(read());
    window.addEventListener('hashchange', change);
    return () => window.removeEventListener('hashchange', change);
  }, []);
  return page;
}

const columns = [
  { title: 'Treatment', dataIndex: 'treatment', render: (id) => treatments.find((t) => t.id === id)?.title },
  { title: 'Date', dataIndex: 'date' },
  { title: 'Time', dataIndex: 'time' },
  { title: 'Name', dataIndex: 'name' },
];

function Bookings({ bookings }) {
  const sorted = [...bookings].sort((a, b) => `${a.date}${a.time}`.localeCompare(`${b.date}${b.time}`));
  return (
    <>
      <Typography.Title level={1} style={{ fontSize: 30, marginTop: 0 }}>
        Bookings
      </Typography.Title>
      <Table
        rowKey="key"
        size="small"
        columns={columns}
        dataSource={sorted}
        pagination={false}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: <Empty description="Nothing booked yet" /> }}
      />
    </>
  );
}

export default function CornerClinic() {
  const page = usePage();
  const [clinic, dispatch] = useClinic();
  const [booking, setBooking] = useState(null);
  const [commenting, setCommenting] = useState(null);
  const link = (to) => ({ color: '#fff', textDecoration: page === to ? 'underline' : 'none', textUnderlineOffset: 6 });

  return (
    <Layout style={{ minHeight: '100vh' }}>
      <Layout.Header
        style={{ height: 'auto', lineHeight: '32px', padding: '12px 20px', display: 'flex', flexWrap: 'wrap', gap: '4px 24px', background: '#1d4d33', color: '#fff' }}
      >
        <a href="#/" style={{ color: '#fff', fontWeight: 700, fontSize: 20, marginRight: 'auto' }}>
          <MedicineBoxOutlined /> Corner Clinic
        </a>
        <nav style={{ display: 'flex', gap: 20 }}>
          <a href="#/" style={link('treatments')}>Treatments</a>
          <a href="#/bookings" style={link('bookings')}>Bookings ({clinic.bookings.length})</a>
        </nav>
      </Layout.Header>
      <Layout.Content style={{ width: '100%', maxWidth: 1000, margin: '0 auto', padding: '24px 16px', boxSizing: 'border-box' }}>
        {page === 'bookings' ? (
          <Bookings bookings={clinic.bookings} />
        ) : (
          <TreatmentList
            clinic={clinic}
            onBook={setBooking}
            onComments={setCommenting}
            onRate={(id, stars) => dispatch({ type: 'rate', id, stars })}
          />
        )}
      </Layout.Content>
      <Layout.Footer style={{ textAlign: 'center' }}>Corner Clinic · 4 Mill Street · open Monday to Saturday</Layout.Footer>
      <BookingDrawer
        treatment={booking}
        bookings={clinic.bookings}
        onClose={() => setBooking(null)}
        onBook={(b) => dispatch({ type: 'book', booking: b })}
      />
      <CommentsModal
        treatment={commenting}
        comments={(commenting && clinic.comments[commenting.id]) || []}
        onClose={() => setCommenting(null)}
        onComment={(id, comment) => dispatch({ type: 'comment', id, comment })}
      />
    </Layout>
  );
}
