import { Button, Tooltip } from 'antd';
import { HeartFilled, HeartOutlined } from '@ant-design/icons';
import { useStore } from '../store.jsx';

export default function HeartButton({ event, size }) {
  const { favourites, toggleFavourite } = useStore();
  const marked = favourites.includes(event.id);
  const label = marked ? `Remove ${event.title} from favourites` : `Add ${event.title} to favourites`;
  return (
    <Tooltip title={marked ? 'Remove from favourites' : 'Add to favourites'} mouseEnterDelay={0.5}>
      <Button
        type="text"
        shape="circle"
        size={size}
        aria-label={label}
        icon={marked ? <HeartFilled style={{ color: '#d4214f' }} /> : <HeartOutlined />}
        onClick={() => toggleFavourite(event.id)}
      />
    </Tooltip>
  );
}
