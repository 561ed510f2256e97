import { useEffect, useState } from 'react';
import { ActionIcon, Alert, Anchor, Box, Button, Card, Divider, Group, NumberInput, Stack, Text, TextInput, Title, VisuallyHidden } from '@mantine/core';
import { COUPON, money, plural } from './gadgets';
import { useStore } from './store';
import { CategoryPicture, IconMinus, IconPlus, toneOf } from './icons';
import { focusHeading } from './App';

function Quantity({ line }) {
  const { setQuantity, say } = useStore();
  // What stands in the field while typing; the cart itself only ever holds 1 to stock.
  const [draft, setDraft] = useState(line.quantity);
  const [error, setError] = useState(null);
  useEffect(() => setDraft(line.quantity), [line.quantity]);

  const type = (value) => {
    setDraft(value);
    const n = Number(value);
    if (value === '' || n < 1) {
      setError(null);
      return;
    }
    setError(n > line.stock ? `Only ${line.stock} in stock` : null);
    setQuantity(line.id, Math.min(n, line.stock));
  };
  const settle = () => {
    setDraft(line.quantity);
    setError(null);
  };
  const step = (by) => {
    const n = line.quantity + by;
    if (n > line.stock) say(`Only ${line.stock} of ${line.name} in stock.`);
    else if (n < 1) say(`Use Remove to take ${line.name} out of the cart.`);
    else {
      setQuantity(line.id, n);
      setError(null);
      say(`${line.name}: ${plural(n, 'piece')}.`);
    }
  };
  const least = line.quantity <= 1;
  const most = line.quantity >= line.stock;

  return (
    <Group gap={6} align="flex-start" wrap="nowrap">
      <ActionIcon variant="default" size={36} aria-label={`One ${line.name} less`} aria-disabled={least || undefined} data-disabled={least || undefined} onClick={() => step(-1)}>
        <IconMinus size={16} aria-hidden="true" />
      </ActionIcon>
      <NumberInput
        aria-label={`Quantity of ${line.name}`}
        w={76}
        value={draft}
        onChange={type}
        onBlur={settle}
        onKeyDown={(event) => event.key === 'Enter' && settle()}
        min={1}
        max={line.stock}
        clampBehavior="none"
        allowDecimal={false}
        allowNegative={false}
        hideControls
        error={error}
        errorProps={{ role: 'alert', c: 'red.9' }}
        styles={{ input: { textAlign: 'center' } }}
      />
      <ActionIcon variant="default" size={36} aria-label={`One ${line.name} more`} aria-disabled={most || undefined} data-disabled={most || undefined} onClick={() => step(1)}>
        <IconPlus size={16} aria-hidden="true" />
      </ActionIcon>
    </Group>
  );
}

function CartLine({ line }) {
  const { setQuantity, say } = useStore();
  const tone = toneOf(line.category);
  const remove = () => {
    setQuantity(line.id, 0);
    say(`${line.name} removed from the cart.`);
    focusHeading();
  };
  return (
    <Box role="listitem">
      <Card component="article" withBorder radius="lg" padding="md" className="line" aria-labelledby={`line-${line.id}`}>
        <Box className="line-picture" bg={`${tone}.1`} c={`${tone}.9`}><CategoryPicture category={line.category} size={32} /></Box>
        <div>
          <Title order={2} size="h5" id={`line-${line.id}`}>{line.name}</Title>
          <Text size="sm" c="gray.7">{money(line.price)} each, {line.stock} in stock</Text>
        </div>
        <Text fw={700}><VisuallyHidden>Sum: </VisuallyHidden>{money(line.price * line.quantity)}</Text>
        <div className="line-tools">
          <Quantity line={line} />
          <Button variant="subtle" color="red.9" c="red.9" size="sm" px="xs" onClick={remove} aria-label={`Remove ${line.name}`}>
            Remove
          </Button>
        </div>
      </Card>
    </Box>
  );
}

function CouponForm() {
  const { applyCoupon } = useStore();
  const [code, setCode] = useState('');
  const [result, setResult] = useState(null);
  const submit = (event) => {
    event.preventDefault();
    const answer = applyCoupon(code);
    setResult({ ...answer, attempt: (result?.attempt || 0) + 1 });
    if (answer.ok) setCode('');
  };
  return (
    <form onSubmit={submit} noValidate>
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <TextInput
          label="Coupon code"
          flex={1}
          autoComplete="off"
          autoCapitalize="characters"
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          error={result && !result.ok}
        />
        <Button type="submit" variant="outline" aria-label="Apply coupon">Apply</Button>
      </Group>
      <div role="status">
        {result?.ok && <Text mt="sm" fw={600} c="green.9">{result.text}</Text>}
      </div>
      {result && !result.ok && (
        <Alert key={result.attempt} mt="sm" color="red" styles={{ message: { color: 'var(--mantine-color-dark-8)' } }}>
          {result.text}
        </Alert>
      )}
    </form>
  );
}

function Row({ label, children, strong }) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm" fw={strong ? 800 : 400} fz={strong ? 'xl' : 'md'}>
      <dt>{label}</dt>
      <dd style={{ margin: 0 }}>{children}</dd>
    </Group>
  );
}

export function CartPage() {
  const { lines, pieces, subtotal, discount, total, coupon } = useStore();
  return (
    <Stack gap="lg">
      <Title order={1} tabIndex={-1}>Your cart</Title>
      {lines.length === 0 ? (
        <Text role="status">Your cart is empty. <Anchor href="#/" underline="always">Find a gadget</Anchor></Text>
      ) : (
        <div className="cart">
          <Stack gap="sm" role="list" aria-label="Gadgets in the cart">
            {lines.map((line) => <CartLine key={line.id} line={line} />)}
          </Stack>
          <Card component="section" withBorder radius="lg" padding="lg" aria-labelledby="summary">
            <Title order={2} size="h4" id="summary" mb="sm">Summary</Title>
            <CouponForm />
            <Divider my="md" />
            <dl style={{ margin: 0 }}>
              <Row label="Pieces">{pieces}</Row>
              <Row label="Subtotal">{money(subtotal)}</Row>
              {coupon && <Row label={`${COUPON.code} (${COUPON.percent}% off)`}>−{money(discount)}</Row>}
              <Row label="Total" strong>{money(total)}</Row>
            </dl>
            <VisuallyHidden role="status">{`${plural(pieces, 'piece')}, total ${money(total)}`}</VisuallyHidden>
          </Card>
        </div>
      )}
    </Stack>
  );
}
