import { Link } from 'react-router-dom';
import { Button, Result } from 'antd';

export default function NotFound({ what }) {
  return (
    <Result
      status="404"
      title={`This ${what} does not exist`}
      subTitle="The address may be misspelt."
      extra={<Link to="/"><Button type="primary">Back to the list</Button></Link>}
    />
  );
}
