import type { CardBrand } from '@larkmere/contract/cards/card';

/** What the processor’s card form tells us. The number of the card is not among it. */
export type FrameMessage =
  | Readonly<{ type: 'ready' }>
  | Readonly<{ type: 'edit' }>
  | Readonly<{ type: 'height'; height: number }>
  | Readonly<{ type: 'bin'; bin: string; brand: CardBrand }>
  | Readonly<{ type: 'complete'; isComplete: boolean }>
  | Readonly<{ type: 'enter' }>
  | Readonly<{ type: 'fault'; text: string }>
  | Readonly<{ type: 'token'; token: string }>;

/** What is left to the page once the form itself has kept its size and its readiness. */
export type CardMessage = Exclude<FrameMessage, { type: 'ready' | 'height' }>;

/**
 * What a page of the processor may do in a frame. It keeps its own origin, which is never ours, so its scripts cannot
 * reach our page or lift these limits.
 */
export const cardFormSandbox = 'allow-scripts allow-same-origin allow-forms';

/** The page of the card’s bank ends with a link that leads back to us in the whole window. */
export const challengeSandbox = `${cardFormSandbox} allow-top-navigation-by-user-activation`;

type Origin = Readonly<{ origin: string; source: unknown; data: unknown }>;

/** Undefined for a message that is not from this form at this origin, or that is none of the protocol. */
export function readFrameMessage(
  { origin, source, data }: Origin,
  frame: Readonly<{ origin: string; window: unknown }>,
): FrameMessage | undefined {
  if (origin !== frame.origin || source !== frame.window || typeof data !== 'object' || data === null) return undefined;
  const message = data as Record<string, unknown>;
  if (message.source !== 'card-fields') return undefined;
  switch (message.type) {
    case 'ready':
    case 'edit':
    case 'enter':
      return { type: message.type };
    case 'height':
      return typeof message.height === 'number' ? { type: 'height', height: boundedHeight(message.height) } : undefined;
    case 'bin':
      return typeof message.bin === 'string' && /^(\d{6,8})?$/.test(message.bin)
        ? { type: 'bin', bin: message.bin, brand: toBrand(message.brand) }
        : undefined;
    case 'complete':
      return { type: 'complete', isComplete: message.isComplete === true };
    case 'fault':
      return { type: 'fault', text: String(message.text) };
    case 'token':
      return typeof message.token === 'string' && /^tok_[\w-]{20,80}$/.test(message.token)
        ? { type: 'token', token: message.token }
        : undefined;
    default:
      return undefined;
  }
}

const boundedHeight = (height: number): number => Math.min(Math.max(Math.ceil(height), 100), 600);

const toBrand = (brand: unknown): CardBrand => (brand === 'visa' || brand === 'mastercard' ? brand : 'other');

/** The page of the card’s bank says that the customer has finished there; the outcome comes from our server. */
export const isChallengeComplete = (
  { origin, source, data }: Origin,
  frame: Readonly<{ origin: string; window: unknown }>,
): boolean =>
  origin === frame.origin &&
  source === frame.window &&
  typeof data === 'object' &&
  data !== null &&
  (data as Record<string, unknown>).source === 'card-challenge';

const themeTokens = {
  text: '--text',
  muted: '--text-muted',
  line: '--line-strong',
  focus: '--focus',
  danger: '--danger',
};

/** The address of the form with our colours behind the hash, where no server sees them. */
export function themedFormUrl(url: string, root: HTMLElement): string {
  const style = getComputedStyle(root);
  const theme = Object.fromEntries(
    Object.entries(themeTokens).map(([name, token]) => [name, style.getPropertyValue(token).trim()]),
  );
  return `${url}#${new URLSearchParams({ ...theme, scheme: style.colorScheme })}`;
}
