import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Button, Card, Descriptions, Flex, Form, Input, InputNumber, Result, Select, Steps, Typography } from 'antd';
import { useStore } from '../store.jsx';
import useTitle from '../components/useTitle.js';
import { formatDate, formatPrice, formatShortDate } from '../format.js';

const DRAFT = 'gatherly.requestDraft';

function loadDraft() {
  try {
    return JSON.parse(sessionStorage.getItem(DRAFT)) ?? {};
  } catch {
    return {};
  }
}

function saveDraft(values) {
  try {
    if (values) sessionStorage.setItem(DRAFT, JSON.stringify(values));
    else sessionStorage.removeItem(DRAFT);
  } catch {
    /* without storage the draft only lives as long as the page */
  }
}

export default function RequestPage() {
  const { events, addRequest } = useStore();
  const { state } = useLocation();
  const [form] = Form.useForm();
  const [step, setStep] = useState(0);
  const [sent, setSent] = useState(null);
  const [initial] = useState(() => {
    const draft = { tickets: 2, ...loadDraft() };
    if (state?.event) draft.event = state.event;
    if (!events.some((e) => e.id === draft.event)) delete draft.event;
    return draft;
  });
  useTitle('Request tickets');

  const values = () => ({ ...initial, ...form.getFieldsValue(true) });
  const chosen = events.find((e) => e.id === values().event);

  const next = () => {
    if (step < 2) {
      setStep(step + 1);
      return;
    }
    const all = values();
    setSent({ ...addRequest({ ...all, name: all.name.trim(), email: all.email.trim() }), title: chosen.title });
    saveDraft(null);
  };

  const restart = () => {
    form.setFieldsValue({ event: undefined, tickets: 2 });
    setSent(null);
    setStep(0);
  };

  if (sent) {
    return (
      <Card>
        <Result
          status="success"
          title={`Thank you, ${sent.name}!`}
          subTitle={`Your request no. ${sent.number} for ${sent.tickets} × “${sent.title}” has been noted. The box office will answer to ${sent.email}.`}
          extra={[
            <Link key="list" to="/"><Button type="primary">Back to the list</Button></Link>,
            <Button key="again" onClick={restart}>Another request</Button>,
          ]}
        />
      </Card>
    );
  }

  return (
    <>
      <Typography.Title level={1} style={{ marginTop: 0 }}>Request tickets</Typography.Title>
      <Card style={{ maxWidth: 720 }}>
        <Steps
          current={step}
          size="small"
          style={{ marginBottom: 28 }}
          items={[{ title: 'Event' }, { title: 'Your details' }, { title: 'Summary' }]}
        />
        <Form
          form={form}
          layout="vertical"
          initialValues={initial}
          onFinish={next}
          onValuesChange={() => saveDraft(values())}
        >
          {step === 0 && (
            <>
              <Form.Item name="event" label="Event" rules={[{ required: true, message: 'Please choose an event.' }]}>
                <Select
                  showSearch
                  optionFilterProp="label"
                  placeholder="Choose an event"
                  options={events.map((e) => ({
                    value: e.id,
                    label: e.title,
                    hint: `${formatShortDate(e.date)} · ${formatPrice(e.price)}`,
                  }))}
                  optionRender={(option) => (
                    <Flex vertical>
                      <span>{option.data.label}</span>
                      <Typography.Text type="secondary" style={{ fontSize: 13 }}>{option.data.hint}</Typography.Text>
                    </Flex>
                  )}
                />
              </Form.Item>
              <Form.Item
                name="tickets"
                label="Number of tickets"
                rules={[{ required: true, message: 'Please say how many tickets you would like.' }]}
              >
                <InputNumber min={1} max={20} precision={0} style={{ width: 140 }} />
              </Form.Item>
            </>
          )}
          {step === 1 && (
            <>
              <Form.Item name="name" label="Your name" rules={[{ required: true, whitespace: true, message: 'Please enter your name.' }]}>
                <Input autoComplete="name" maxLength={100} />
              </Form.Item>
              <Form.Item
                name="email"
                label="E-mail"
                validateTrigger="onBlur"
                rules={[
                  { required: true, whitespace: true, message: 'Please enter your e-mail address.' },
                  {
                    type: 'email',
                    transform: (value) => value?.trim(),
                    message: 'This is not a valid e-mail address. It should look like name@example.com.',
                  },
                ]}
              >
                <Input inputMode="email" autoComplete="email" maxLength={200} />
              </Form.Item>
            </>
          )}
          {step === 2 && chosen && (
            <Descriptions
              bordered
              column={1}
              title="Please check your request"
              style={{ marginBottom: 24 }}
              items={[
                { key: 'event', label: 'Event', children: chosen.title },
                { key: 'date', label: 'Takes place on', children: formatDate(chosen.date) },
                { key: 'tickets', label: 'Tickets', children: `${values().tickets} × ${formatPrice(chosen.price)} = ${formatPrice(values().tickets * chosen.price)}` },
                { key: 'name', label: 'Name', children: values().name },
                { key: 'email', label: 'E-mail', children: values().email },
              ]}
            />
          )}
          <Flex justify="space-between">
            <Button disabled={step === 0} onClick={() => setStep(step - 1)}>Back</Button>
            <Button type="primary" htmlType="submit">{step === 2 ? 'Send request' : 'Next'}</Button>
          </Flex>
        </Form>
      </Card>
    </>
  );
}
