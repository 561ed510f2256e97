import { useEffect, useRef, useState } from 'react';
import { Alert, Form, Input, Modal, Select, type InputRef } from 'antd';
import { Lead, LeadInput, industries, toAmount } from './leads';

interface Props {
  /** a lead to edit, 'new' for an empty form, null when closed */
  target: Lead | 'new' | null;
  leads: Lead[];
  onCancel(): void;
  onSave(lead: LeadInput): void;
}
interface Fields {
  name: string;
  email?: string;
  industry: string;
  value: string;
}

export function LeadForm({ target, leads, onCancel, onSave }: Props) {
  const [form] = Form.useForm<Fields>();
  const first = useRef<InputRef>(null);
  const [problems, setProblems] = useState<string[]>([]);
  const editing = target && target !== 'new' ? target : null;

  useEffect(() => {
    if (!target) return;
    form.resetFields();
    setProblems([]);
    if (editing) form.setFieldsValue({ ...editing, value: String(editing.value) });
  }, [target, editing, form]);

  function save(f: Fields) {
    onSave({ name: f.name.trim(), email: f.email?.trim() ?? '', industry: f.industry, value: toAmount(f.value)! });
  }

  return (
    <Modal
      open={!!target}
      title={editing ? `Edit ${editing.name}` : 'Add a lead'}
      okText={editing ? 'Save changes' : 'Add lead'}
      onOk={form.submit}
      onCancel={onCancel}
      afterOpenChange={(open) => open && first.current?.focus()}
      forceRender
    >
      {problems.length > 0 && <Alert type="error" message={`Not saved. ${problems.join(' ')}`} style={{ marginBottom: 16 }} />}
      <Form
        form={form}
        name="lead"
        layout="vertical"
        requiredMark={false}
        onFinish={save}
        onFinishFailed={({ errorFields }) => setProblems(errorFields.flatMap((f) => f.errors))}
        scrollToFirstError={{ focus: true }}
        validateTrigger="onSubmit"
      >
        <Form.Item
          name="name"
          label="Company name"
          rules={[
            { required: true, whitespace: true, message: 'Enter the name of the company.' },
            { max: 60, message: 'At most 60 characters.' },
            { pattern: /\p{L}/u, message: 'The name must contain a letter.' },
            {
              validator: (_, v?: string) =>
                leads.some((l) => l.id !== editing?.id && l.name.toLowerCase() === v?.trim().toLowerCase())
                  ? Promise.reject(new Error('There is already a lead with this name.'))
                  : Promise.resolve(),
            },
          ]}
        >
          <Input ref={first} autoComplete="off" />
        </Form.Item>
        <Form.Item name="email" label="E-mail (optional)" rules={[{ type: 'email', message: 'This is not an e-mail address.' }]}>
          <Input type="email" autoComplete="off" />
        </Form.Item>
        <Form.Item name="industry" label="Industry" rules={[{ required: true, message: 'Choose an industry.' }]}>
          <Select virtual={false} options={industries.map((i) => ({ value: i, label: i }))} />
        </Form.Item>
        <Form.Item
          name="value"
          label="Deal value in dollars"
          rules={[
            { required: true, whitespace: true, message: 'Enter the deal value.' },
            {
              validator: (_, v?: string) => {
                if (!v?.trim()) return Promise.resolve();
                const n = toAmount(v);
                if (n === undefined) return Promise.reject(new Error('Enter a number such as 4500 or 1,250.50.'));
                if (n < 0) return Promise.reject(new Error('The deal value must not be negative.'));
                if (n > 100_000_000) return Promise.reject(new Error('That is more than we can believe: at most 100,000,000.'));
                return Promise.resolve();
              },
            },
          ]}
        >
          <Input inputMode="decimal" autoComplete="off" prefix={<span aria-hidden>$</span>} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
