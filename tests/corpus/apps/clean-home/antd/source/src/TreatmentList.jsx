import { useMemo, useState } from 'react';
import { Button, Flex, List, Rate, Select, Space, Tag, Typography } from 'antd';
import { CalendarOutlined, CommentOutlined, StarFilled } from '@ant-design/icons';
import { ratingOf } from './useClinic';
import { treatments } from './treatments';

const orders = {
  start: { label: 'Original order' },
  feeUp: { label: 'Fee: low to high', by: (a, b) => a.fee - b.fee },
  feeDown: { label: 'Fee: high to low', by: (a, b) => b.fee - a.fee },
  title: { label: 'Title: A to Z', by: (a, b) => a.title.localeCompare(b.title, 'en') },
};

function Rating({ treatment, mine, onRate }) {
  const { count, average } = ratingOf(treatment, mine);
  return (
    <div>
      <div>
        <StarFilled style={{ color: '#d99a1c' }} />{' '}
        {count ? (
          <>
            <strong>{average.toFixed(1)}</strong> ({count} {count === 1 ? 'rating' : 'ratings'})
          </>
        ) : (
          'No ratings yet'
        )}
      </div>
      {/* allowClear is off: clicking the same star again keeps it */}
      <Rate allowClear={false} value={mine ?? 0} onChange={(stars) => onRate(treatment.id, stars)} tooltips={['1 star', '2 stars', '3 stars', '4 stars', '5 stars']} />
      {mine && (
        <Typography.Text type="secondary" style={{ display: 'block' }}>
          You gave {mine} {mine === 1 ? 'star' : 'stars'}
        </Typography.Text>
      )}
    </div>
  );
}

export default function TreatmentList({ clinic, onBook, onComments, onRate }) {
  const [order, setOrder] = useState('start');
  const rows = useMemo(() => {
    const { by } = orders[order];
    return by ? [...treatments].sort(by) : treatments;
  }, [order]);

  return (
    <>
      <Flex justify="space-between" align="end" wrap gap={12}>
        <div>
          <Typography.Title level={1} style={{ margin: 0, fontSize: 30 }}>
            Treatments
          </Typography.Title>
          <Typography.Text type="secondary">{treatments.length} treatments on offer</Typography.Text>
        </div>
        <Space>
          <label htmlFor="order">Sort by</label>
          <Select
            id="order"
            value={order}
            onChange={setOrder}
            style={{ width: 180 }}
            options={Object.entries(orders).map(([value, { label }]) => ({ value, label }))}
          />
        </Space>
      </Flex>
      <List
        style={{ marginTop: 16, background: '#fff' }}
        bordered
        dataSource={rows}
        rowKey="id"
        renderItem={(t) => {
          const n = clinic.comments[t.id]?.length ?? 0;
          return (
            <List.Item>
              <Flex wrap gap="8px 24px" align="center" style={{ width: '100%' }}>
                <div style={{ flex: '2 1 220px' }}>
                  <Typography.Title level={2} style={{ fontSize: 18, margin: 0 }}>
                    {t.title}
                  </Typography.Title>
                  <Tag style={{ marginTop: 6 }}>{t.department}</Tag>
                </div>
                <div style={{ flex: '0 0 64px', fontSize: 20, fontWeight: 600 }}>${t.fee}</div>
                <div style={{ flex: '1 1 180px' }}>
                  <Rating treatment={t} mine={clinic.mine[t.id]} onRate={onRate} />
                </div>
                <Space wrap>
                  <Button icon={<CommentOutlined />} onClick={() => onComments(t)}>
                    {n} {n === 1 ? 'comment' : 'comments'}
                  </Button>
                  <Button type="primary" icon={<CalendarOutlined />} onClick={() => onBook(t)}>
                    Book
                  </Button>
                </Space>
              </Flex>
            </List.Item>
          );
        }}
      />
    </>
  );
}
