import type { CardPerson, IssuedCardView } from '@larkmere/contract/cards/issued-card';
import { embossedNameMax } from '@larkmere/contract/cards/issued-card-rules';
import { canInitiate } from '@larkmere/contract/platform/access';
import { accountPermissions } from '@larkmere/contract/platform/account-status';
import { transliterateLetter } from '@larkmere/contract/platform/transliteration';
import type { CustomerActor, CustomerCtx } from '../../platform/requests/verb.ts';
import { present } from '../../platform/values/values.ts';
import { isHolder, isReadable, managesCards, mayUnfreeze } from './card-access.ts';
import { viewLimits } from './card-limits.ts';
import { type CardFacts, type CardPersonRow, selectCardFacts } from './issued-card.read.ts';
import { type IssuedCard, isChangeable } from './issued-card.sql.ts';
import { issuedCardStatus } from './issued-card-lifecycle.ts';
import { deliveryTown } from './order-document.ts';

export async function viewCard(ctx: CustomerCtx, card: IssuedCard): Promise<IssuedCardView> {
  const [view] = await viewCards(ctx, [card]);
  return present(view, 'the view of a card');
}

export async function viewCards({ tx, actor }: CustomerCtx, cards: readonly IssuedCard[]): Promise<IssuedCardView[]> {
  const facts = await selectCardFacts(
    tx,
    cards.map(({ id }) => id),
  );
  return cards.map((card) => toView(card, requireFacts(facts, card), actor));
}

function requireFacts(facts: ReadonlyMap<string, CardFacts>, { id }: IssuedCard): CardFacts {
  const found = facts.get(id);
  if (!found) throw new Error(`card ${id} has no account or holder`);
  return found;
}

function toView(card: IssuedCard, facts: CardFacts, actor: CustomerActor): IssuedCardView {
  const currency = card.currency;
  return {
    uid: card.id,
    bankholderid: card.bankholderId,
    currency,
    accountEnding: facts.accountEnding,
    holder: { uid: facts.holderUid, name: facts.holderName, isYou: isHolder(card, actor) },
    embossedName: card.embossedName,
    format: card.format,
    design: card.design,
    state: card.state,
    stop: stopOf(card, facts, actor),
    brand: card.brand,
    last4: card.last4,
    expiryMonth: card.expiryMonth,
    expiryYear: card.expiryYear,
    limits: viewLimits(currency, card),
    highest: viewLimits(currency, facts.highest),
    switches: {
      online: card.online,
      contactless: card.contactless,
      atm: card.atm,
      abroad: card.abroad,
      magstripe: card.magstripe,
    },
    order: orderOf(card),
    replaces: card.replaces,
    replacedBy: facts.replacedBy,
    orderedAt: card.orderedAt.toISOString(),
    activatedAt: card.activatedAt?.toISOString() ?? null,
    endedAt: card.endedAt?.toISOString() ?? null,
    waiting: issuedCardStatus(card),
    permissions: permissionsOf(card, facts, actor),
  };
}

function stopOf(card: IssuedCard, { stoppedByName }: CardFacts, { userId }: CustomerActor): IssuedCardView['stop'] {
  const { state, stoppedBy: by, stopReason: reason } = card;
  if (!['frozen', 'stopped', 'blocked', 'closed'].includes(state)) return null;
  if (by === null) return { by: 'us', name: null, reason };
  return { by: by === userId ? 'you' : 'colleague', name: stoppedByName, reason };
}

const orderOf = (card: IssuedCard): IssuedCardView['order'] =>
  card.format === 'physical' && card.orderState !== null
    ? {
        state: card.orderState,
        tracking: card.tracking,
        expectedOn: card.expectedOn,
        to: deliveryTown(card),
      }
    : null;

/** The verbs decide; this spares the reader buttons that would be refused. */
function permissionsOf(card: IssuedCard, facts: CardFacts, actor: CustomerActor): IssuedCardView['permissions'] {
  const { state } = card;
  const holds = isHolder(card, actor);
  const acts = (holds || managesCards(actor)) && canInitiate(actor.role, 'card') && actor.visit === null;
  const mayCard = acts && accountPermissions[actor.accountStatus].card === 'yes';
  const mayStop = acts && accountPermissions[actor.accountStatus].stop === 'yes';
  const isIssued = state === 'inactive' || state === 'active' || state === 'frozen';
  const isReplaceable = isIssued || state === 'blocked' || state === 'expired' || state === 'closed';
  return {
    activate: mayCard && holds && state === 'inactive',
    freeze: mayStop && state === 'active',
    unfreeze: mayCard && state === 'frozen' && mayUnfreeze(actor, card),
    block: mayStop && (isIssued || state === 'stopped'),
    replace: mayCard && isReplaceable && facts.replacedBy === null,
    limits: mayCard && isChangeable(card),
    switches: mayCard && isChangeable(card),
    reveal: mayCard && holds && isReadable(card),
    changePin: mayCard && holds && isReadable(card),
  };
}

export const viewPerson = (person: CardPersonRow, { userId }: Pick<CustomerActor, 'userId'>): CardPerson => ({
  uid: person.uid,
  name: person.name,
  isYou: person.userId === userId,
  embossedName: toEmbossed(person.name),
  phone: person.phone,
  accounts: person.accounts,
  highest: person.limits.map(({ currency, version, ...limits }) => ({
    currency,
    version,
    ...viewLimits(currency, {
      perPaymentMinor: BigInt(limits.perPayment),
      dailyMinor: BigInt(limits.daily),
      monthlyMinor: BigInt(limits.monthly),
    }),
  })),
});

/** As far as the letters can be printed. A long name keeps the initials of what comes before the last word. */
function toEmbossed(name: string): string {
  const printable = Array.from(name, transliterateLetter)
    .join('')
    .toUpperCase()
    .replace(/[^A-Z0-9 .'&/-]/g, '')
    .trim();
  if (printable.length <= embossedNameMax) return printable;
  const words = printable.split(/\s+/);
  const short = [...words.slice(0, -1).map((word) => word.charAt(0)), words.at(-1) ?? ''].join(' ');
  return short.slice(0, embossedNameMax);
}
