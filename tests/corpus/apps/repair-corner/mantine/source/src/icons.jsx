import IconPhone from '@tabler/icons-react/dist/esm/icons/IconDeviceMobile.mjs';
import IconLaptop from '@tabler/icons-react/dist/esm/icons/IconDeviceLaptop.mjs';
import IconTablet from '@tabler/icons-react/dist/esm/icons/IconDeviceTablet.mjs';
import IconAudio from '@tabler/icons-react/dist/esm/icons/IconHeadphones.mjs';
import IconCamera from '@tabler/icons-react/dist/esm/icons/IconCamera.mjs';
import IconGaming from '@tabler/icons-react/dist/esm/icons/IconDeviceGamepad2.mjs';

export { default as IconHeart } from '@tabler/icons-react/dist/esm/icons/IconHeart.mjs';
export { default as IconHeartFilled } from '@tabler/icons-react/dist/esm/icons/IconHeartFilled.mjs';
export { default as IconCart } from '@tabler/icons-react/dist/esm/icons/IconShoppingCart.mjs';
export { default as IconSearch } from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
export { default as IconBolt } from '@tabler/icons-react/dist/esm/icons/IconBolt.mjs';
export { default as IconMinus } from '@tabler/icons-react/dist/esm/icons/IconMinus.mjs';
export { default as IconPlus } from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';

const looks = {
  Phones: { Icon: IconPhone, tone: 'indigo', label: 'Phone' },
  Laptops: { Icon: IconLaptop, tone: 'grape', label: 'Laptop' },
  Tablets: { Icon: IconTablet, tone: 'teal', label: 'Tablet' },
  Audio: { Icon: IconAudio, tone: 'orange', label: 'Headphones' },
  Cameras: { Icon: IconCamera, tone: 'cyan', label: 'Camera' },
  Gaming: { Icon: IconGaming, tone: 'pink', label: 'Game controller' },
};

export const toneOf = (category) => looks[category].tone;

/** Line drawing that stands for the category; it is the picture of an entry. */
export function CategoryPicture({ category, size }) {
  const { Icon, label } = looks[category];
  return <Icon size={size} stroke={1.4} role="img" aria-label={`Picture: ${label.toLowerCase()}`} />;
}
