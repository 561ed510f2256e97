import { Button, Space, Table, Tag, type TableColumnsType } from 'antd';
import { DeleteOutlined, EditOutlined } from '@ant-design/icons';
import { Lead, dollars } from './leads';

interface Props {
  leads: Lead[];
  onEdit(l: Lead): void;
  onDelete(l: Lead): void;
}

export function LeadTable({ leads, onEdit, onDelete }: Props) {
  const columns: TableColumnsType<Lead> = [
    {
      title: 'Company',
      dataIndex: 'name',
      rowScope: 'row',
      sorter: (a, b) => a.name.localeCompare(b.name),
      render: (name: string, l) => (
        <>
          <div style={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</div>
          {l.email && <a href={`mailto:${l.email}`} style={{ fontWeight: 400, fontSize: 13, overflowWrap: 'anywhere' }}>{l.email}</a>}
        </>
      ),
    },
    { title: 'Industry', dataIndex: 'industry', render: (i: string) => <Tag style={{ color: '#333', whiteSpace: 'normal' }}>{i}</Tag> },
    {
      title: 'Deal value',
      dataIndex: 'value',
      align: 'right',
      sorter: (a, b) => a.value - b.value,
      sortDirections: ['descend', 'ascend'],
      render: dollars,
    },
    {
      title: 'Actions',
      key: 'actions',
      render: (_, l) => (
        <Space size={4} wrap>
          <Button icon={<EditOutlined aria-hidden />} aria-label={`Edit ${l.name}`} onClick={() => onEdit(l)} />
          <Button danger icon={<DeleteOutlined aria-hidden />} aria-label={`Delete ${l.name}`} onClick={() => onDelete(l)} />
        </Space>
      ),
    },
  ];
  return (
    <Table<Lead>
      aria-label="Leads"
      rowKey="id"
      size="middle"
      columns={columns}
      dataSource={leads}
      pagination={false}
      scroll={{ x: 480 }}
      locale={{ emptyText: 'No lead fits these filters.' }}
    />
  );
}
