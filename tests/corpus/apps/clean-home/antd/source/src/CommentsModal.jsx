import { useEffect } from 'react';
import { Button, Divider, Empty, Form, Input, List, Modal } from 'antd';

export default function CommentsModal({ treatment, comments, onClose, onComment }) {
  const [form] = Form.useForm();

  useEffect(() => {
    if (treatment) form.resetFields();
  }, [treatment, form]);

  const submit = ({ name, text }) => {
    onComment(treatment.id, { name: name.trim(), text: text.trim() });
    form.resetFields();
  };

  return (
    <Modal title={treatment ? `Comments on ${treatment.title}` : ''} open={!!treatment} onCancel={onClose} footer={null} forceRender>
      {comments.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="No comments yet" />
      ) : (
        <List
          size="small"
          dataSource={comments}
          renderItem={(c) => (
            <List.Item>
              <List.Item.Meta title={c.name} description={c.text} />
            </List.Item>
          )}
        />
      )}
      <Divider style={{ margin: '12px 0' }} />
      <Form name="comment" form={form} layout="vertical" onFinish={submit} requiredMark={false} autoComplete="off">
        <Form.Item name="name" label="Name" rules={[{ required: true, whitespace: true, message: 'Please enter your name.' }]}>
          <Input />
        </Form.Item>
        <Form.Item
          name="text"
          label="Comment"
          rules={[
            { required: true, whitespace: true, message: 'Please write a comment.' },
            { max: 100, message: 'At most 100 characters, please.' },
          ]}
        >
          <Input.TextArea rows={3} count={{ show: true, max: 100 }} />
        </Form.Item>
        <Button type="primary" htmlType="submit">
          Post comment
        </Button>
      </Form>
    </Modal>
  );
}
