import { useEffect } from 'react';
import { App, Button, DatePicker, Drawer, Form, Input, Select } from 'antd';
import { isTaken, today } from './useClinic';
import { times } from './treatments';

export default function BookingDrawer({ treatment, bookings, onClose, onBook }) {
  const [form] = Form.useForm();
  const { message } = App.useApp();

  useEffect(() => {
    if (treatment) form.resetFields();
  }, [treatment, form]);

  const submit = ({ date, time, name }) => {
    const day = date.format('YYYY-MM-DD');
    if (isTaken(bookings, treatment.id, day, time)) {
      form.setFields([{ name: 'time', errors: [`Sorry, ${day} at ${time} is already taken.`] }]);
      return;
    }
    onBook({ treatment: treatment.id, date: day, time, name: name.trim() });
    message.success(`Booked: ${treatment.title}, ${day} at ${time}`, 5);
    onClose();
  };

  return (
    <Drawer title={treatment ? `Book: ${treatment.title}` : ''} open={!!treatment} onClose={onClose} width="min(420px, 100%)" forceRender>
      <Form name="booking" form={form} layout="vertical" onFinish={submit} requiredMark="optional" autoComplete="off">
        <Form.Item
          name="date"
          label="Date"
          rules={[
            { required: true, message: 'Please pick a date.' },
            {
              validator: (_, d) =>
                d && d.format('YYYY-MM-DD') < today() ? Promise.reject(new Error('This date is in the past, please pick a later one.')) : Promise.resolve(),
            },
          ]}
        >
          <DatePicker style={{ width: '100%' }} placeholder="YYYY-MM-DD" />
        </Form.Item>
        <Form.Item name="time" label="Time" rules={[{ required: true, message: 'Please pick a time.' }]}>
          <Select placeholder="Pick a time" options={times.map((t) => ({ value: t, label: t }))} />
        </Form.Item>
        <Form.Item name="name" label="Your name" rules={[{ required: true, whitespace: true, message: 'Please give your name.' }]}>
          <Input placeholder="First and last name" />
        </Form.Item>
        <Button type="primary" htmlType="submit" block>
          Book appointment
        </Button>
      </Form>
    </Drawer>
  );
}
