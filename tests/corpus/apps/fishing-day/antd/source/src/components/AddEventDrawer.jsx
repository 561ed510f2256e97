import { App, Button, DatePicker, Drawer, Flex, Form, Input, InputNumber, Select } from 'antd';
import { KINDS } from '../data.js';
import { useStore } from '../store.jsx';

function EventForm({ onDone }) {
  const [form] = Form.useForm();
  const { addEvent, titleTaken } = useStore();
  const { message } = App.useApp();

  const save = (values) => {
    const event = addEvent({
      title: values.title,
      kind: values.kind,
      price: values.price,
      organiser: values.organiser?.trim() || '',
      date: values.date ? values.date.format('YYYY-MM-DD') : null,
      description: values.description?.trim() || '',
    });
    message.success(`“${event.title}” has been added.`);
    onDone();
  };

  return (
    <Form form={form} layout="vertical" onFinish={save} initialValues={{ kind: 'Concert' }} scrollToFirstError>
      <Form.Item
        name="title"
        label="Title"
        required
        rules={[
          {
            validator: async (_, value) => {
              if (!value?.trim()) throw new Error('Please enter a title.');
              if (titleTaken(value)) throw new Error('There is already an event with this title.');
            },
          },
        ]}
      >
        <Input autoFocus maxLength={120} />
      </Form.Item>
      <Form.Item name="kind" label="Kind">
        <Select options={KINDS.map((value) => ({ value, label: value }))} />
      </Form.Item>
      <Form.Item
        name="price"
        label="Ticket price in euros"
        required
        rules={[
          {
            validator: async (_, value) => {
              if (value === null || value === undefined || value === '') {
                throw new Error('Please enter the ticket price as a number.');
              }
              if (value < 0) throw new Error('The ticket price cannot be negative.');
            },
          },
        ]}
      >
        <InputNumber
          prefix="€"
          precision={2}
          step={0.5}
          inputMode="decimal"
          parser={(text) => (text ?? '').replace(',', '.')}
          style={{ width: '100%' }}
        />
      </Form.Item>
      <Form.Item name="organiser" label="Organiser">
        <Input maxLength={120} />
      </Form.Item>
      <Form.Item name="date" label="Takes place on">
        <DatePicker
          format="D MMM YYYY"
          style={{ width: '100%' }}
          // Enter takes over the date that was typed; it must not send the form as well.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      </Form.Item>
      <Form.Item name="description" label="Description">
        <Input.TextArea rows={3} maxLength={500} showCount placeholder="A sentence or two about the event" />
      </Form.Item>
      <Flex gap={8} justify="flex-end" style={{ marginTop: 32 }}>
        <Button onClick={onDone}>Cancel</Button>
        <Button type="primary" htmlType="submit">Save event</Button>
      </Flex>
    </Form>
  );
}

export default function AddEventDrawer({ open, onClose }) {
  return (
    <Drawer title="Add an event" open={open} onClose={onClose} width="min(480px, 100vw)" destroyOnHidden>
      <EventForm onDone={onClose} />
    </Drawer>
  );
}
