import { ActionIcon, Anchor, Badge, Box, Button, Card, CloseButton, Group, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import { GADGETS, money, plural } from './gadgets';
import { useStore } from './store';
import { CategoryPicture, IconHeart, IconHeartFilled, IconSearch, toneOf } from './icons';
import { focusHeading } from './App';

function HeartButton({ gadget, onToggle }) {
  const { favourites, toggleFavourite } = useStore();
  const on = favourites.includes(gadget.id);
  return (
    <ActionIcon
      className="heart"
      variant="white"
      color={on ? 'red.8' : 'gray.8'}
      size={42}
      radius="xl"
      aria-pressed={on}
      aria-label={`Mark ${gadget.name} as favourite`}
      title={on ? 'Remove from favourites' : 'Mark as favourite'}
      onClick={() => {
        toggleFavourite(gadget.id);
        onToggle?.();
      }}
    >
      {on ? <IconHeartFilled size={22} aria-hidden="true" /> : <IconHeart size={22} aria-hidden="true" />}
    </ActionIcon>
  );
}

function stockText(gadget) {
  if (gadget.stock === 0) return 'Sold out';
  return `${gadget.stock} in stock`;
}

function BuyButton({ gadget }) {
  const { cart, setQuantity, say } = useStore();
  const inCart = cart[gadget.id] || 0;
  if (gadget.stock === 0) {
    return (
      <Button fullWidth disabled aria-label={`Sold out: ${gadget.name}`}>
        Sold out
      </Button>
    );
  }
  const full = inCart >= gadget.stock;
  const label = full ? 'All in your cart' : 'Add to cart';
  // aria-disabled rather than disabled: keyboard focus stays where it is after the last piece.
  return (
    <Button
      fullWidth
      aria-label={`${label}: ${gadget.name}`}
      aria-disabled={full || undefined}
      data-disabled={full || undefined}
      onClick={() => {
        if (full) {
          say(`All ${gadget.stock} pieces of ${gadget.name} are in your cart already.`);
          return;
        }
        setQuantity(gadget.id, inCart + 1);
        say(`${gadget.name} is in your cart (${inCart + 1} of ${gadget.stock}).`);
      }}
    >
      {label}
    </Button>
  );
}

function GadgetCard({ gadget, onToggle }) {
  const { cart } = useStore();
  const tone = toneOf(gadget.category);
  const inCart = cart[gadget.id] || 0;
  return (
    <Card component="article" className="card" withBorder padding="md" radius="lg" aria-labelledby={`name-${gadget.id}`}>
      <Card.Section className="picture" bg={`${tone}.1`} c={`${tone}.9`}>
        <CategoryPicture category={gadget.category} size={64} />
      </Card.Section>
      <Group justify="space-between" mt="sm" gap="xs">
        <Text size="sm" fw={600} c={`${tone}.9`}>{gadget.category}</Text>
        <Badge component="span" variant="light" color="gray" c="gray.8" tt="none">{gadget.grade}</Badge>
      </Group>
      <Title order={2} size="h4" mt={4} id={`name-${gadget.id}`}>{gadget.name}</Title>
      <Text size="sm" c="gray.7" mb="sm">{gadget.note}</Text>
      <Group justify="space-between" align="baseline" className="push" mb="xs" gap="xs">
        <Text fw={800} fz="xl">{money(gadget.price)}</Text>
        <Text size="sm" fw={600} c={gadget.stock === 0 ? 'red.9' : gadget.stock === 1 ? 'orange.9' : 'green.9'}>
          {stockText(gadget)}
        </Text>
      </Group>
      <BuyButton gadget={gadget} />
      <Text size="xs" c="gray.7" mt={6} mih={18}>{inCart > 0 ? `${inCart} in your cart` : ''}</Text>
      <HeartButton gadget={gadget} onToggle={onToggle} />
    </Card>
  );
}

function GadgetGrid({ gadgets, label, onToggle }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3, lg: 4 }} spacing="lg" role="list" aria-label={label}>
      {gadgets.map((gadget) => (
        <Box key={gadget.id} role="listitem">
          <GadgetCard gadget={gadget} onToggle={onToggle} />
        </Box>
      ))}
    </SimpleGrid>
  );
}

export function ShopPage({ query, setQuery }) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = GADGETS.filter((g) => words.every((w) => `${g.name} ${g.category}`.toLowerCase().includes(w)));
  const all = words.length === 0;
  return (
    <Stack gap="lg">
      <div>
        <Title order={1} tabIndex={-1}>Good devices, second spark</Title>
        <Text c="gray.8" mt={4}>Refurbished electronics at a fair price, each one opened, repaired and tested.</Text>
      </div>
      <TextInput
        type="search"
        label="Search gadgets"
        description="By name or category"
        size="md"
        maw={460}
        autoComplete="off"
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
        leftSection={<IconSearch size={18} aria-hidden="true" />}
        rightSection={query ? <CloseButton aria-label="Clear search" onClick={() => setQuery('')} /> : null}
        styles={{ description: { color: 'var(--mantine-color-gray-7)' } }}
      />
      <Text role="status" fw={600}>
        {all && plural(GADGETS.length, 'gadget')}
        {!all && found.length > 0 && `${found.length} of ${plural(GADGETS.length, 'gadget')}`}
        {!all && found.length === 0 && `No gadget fits “${query.trim()}”. Try another name or a category such as Audio.`}
      </Text>
      {found.length > 0 && <GadgetGrid gadgets={found} label="Gadgets" />}
    </Stack>
  );
}

export function FavouritesPage() {
  const { favourites } = useStore();
  const marked = GADGETS.filter((g) => favourites.includes(g.id));
  return (
    <Stack gap="lg">
      <Title order={1} tabIndex={-1}>Your favourites</Title>
      <Text role="status" fw={600}>
        {marked.length > 0 ? plural(marked.length, 'favourite') : 'You have no favourites yet.'}
      </Text>
      {marked.length > 0 ? (
        // The card goes away with its mark, so focus moves to the heading.
        <GadgetGrid gadgets={marked} label="Favourites" onToggle={focusHeading} />
      ) : (
        <Text>Press the heart on a gadget to keep it here. <Anchor href="#/" underline="always">Browse the shop</Anchor></Text>
      )}
    </Stack>
  );
}
