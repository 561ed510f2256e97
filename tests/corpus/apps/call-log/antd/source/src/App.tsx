import { useMemo, useRef, useState } from 'react';
import { Button, Card, Flex, InputNumber, Layout, Modal, Radio, Typography } from 'antd';
import { PlusOutlined, UndoOutlined } from '@ant-design/icons';
import { Lead, dollars, industries } from './leads';
import { useLeads } from './useLeads';
import { LeadTable } from './LeadTable';
import { LeadForm } from './LeadForm';

const ALL = 'All';

export function App() {
  const [{ leads, past, note }, dispatch] = useLeads();
  const [industry, setIndustry] = useState(ALL);
  const [highest, setHighest] = useState<number | null>(null);
  const [form, setForm] = useState<Lead | 'new' | null>(null);
  const [doomed, setDoomed] = useState<Lead | null>(null);
  const undoButton = useRef<HTMLButtonElement>(null);
  const status = useRef<HTMLDivElement>(null);

  const shown = useMemo(
    () => leads.filter((l) => (industry === ALL || l.industry === industry) && (highest === null || l.value <= highest)),
    [leads, industry, highest],
  );
  const filtered = industry !== ALL || highest !== null;
  const sum = shown.reduce((total, l) => total + l.value, 0);

  function confirmDelete() {
    dispatch({ type: 'remove', id: doomed!.id });
    setDoomed(null);
    // the row and its button are gone: take the keyboard to Undo instead
    setTimeout(() => undoButton.current?.focus(), 350);
  }

  return (
    <Layout style={{ background: 'transparent', minHeight: '100vh' }}>
      <Layout.Header style={{ background: '#3a1d5c', padding: '0 20px' }}>
        <Typography.Title level={1} style={{ color: '#fff', fontSize: 22, margin: 0, lineHeight: '64px' }}>Followup</Typography.Title>
      </Layout.Header>
      <Layout.Content role="main" style={{ maxWidth: 960, width: '100%', margin: '0 auto', padding: 16, boxSizing: 'border-box' }}>
        <Flex justify="space-between" align="center" wrap gap={12} style={{ margin: '8px 0 16px' }}>
          <Typography.Title level={2} style={{ margin: 0 }}>Leads</Typography.Title>
          <Flex gap={8}>
            <Button
              ref={undoButton}
              icon={<UndoOutlined aria-hidden />}
              disabled={past.length === 0}
              aria-label={past.length ? `Undo: ${past.at(-1)!.what}` : 'Undo'}
              onClick={() => { dispatch({ type: 'undo' }); if (past.length === 1) status.current?.focus(); }}
            >
              Undo
            </Button>
            <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setForm('new')}>Add lead</Button>
          </Flex>
        </Flex>

        <Card size="small" role="region" aria-label="Filters" style={{ marginBottom: 12 }}>
          <Flex wrap gap="12px 32px" align="end">
            <div>
              <div id="industry-label" style={{ marginBottom: 4 }}>Industry</div>
              <Radio.Group role="radiogroup" aria-labelledby="industry-label" value={industry} onChange={(e) => setIndustry(e.target.value)} style={{ display: 'flex', flexWrap: 'wrap', rowGap: 4 }}>
                {[ALL, ...industries].map((i) => <Radio key={i} value={i}>{i}</Radio>)}
              </Radio.Group>
            </div>
            <div>
              <label htmlFor="highest" style={{ display: 'block', marginBottom: 4 }}>Highest deal value in dollars</label>
              <InputNumber id="highest" min={0} controls={false} value={highest} onChange={setHighest} changeOnWheel={false} style={{ width: 190 }} />
            </div>
            <Button disabled={!filtered} onClick={() => { setIndustry(ALL); setHighest(null); }}>Clear filters</Button>
          </Flex>
        </Card>

        <div role="status" style={{ margin: '4px 2px 12px' }}>
          {shown.length === leads.length ? `${leads.length} leads` : `${shown.length} of ${leads.length} leads`}, {dollars(sum)} altogether
        </div>
        <div role="status" ref={status} tabIndex={-1} style={{ outline: 'none', minHeight: 24, margin: '0 2px 8px', fontWeight: 600, color: '#3a1d5c' }}>{note}</div>

        <LeadTable leads={shown} onEdit={setForm} onDelete={setDoomed} />
      </Layout.Content>

      <LeadForm
        target={form}
        leads={leads}
        onCancel={() => setForm(null)}
        onSave={(lead) => {
          dispatch(form && form !== 'new' ? { type: 'edit', id: form.id, lead } : { type: 'add', lead });
          setForm(null);
        }}
      />
      <Modal
        open={!!doomed}
        title="Delete this lead?"
        okText="Delete"
        okButtonProps={{ danger: true }}
        cancelText="Keep"
        onOk={confirmDelete}
        onCancel={() => setDoomed(null)}
        focusTriggerAfterClose
      >
        {doomed && <p>{doomed.name}, {doomed.industry}, {dollars(doomed.value)} will be removed from the list.</p>}
      </Modal>
    </Layout>
  );
}
