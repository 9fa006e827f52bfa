import { compareNames, type NameComparison } from '../../checks/screening/screening.ts';
import type { Tx } from '../../platform/db/db.ts';
import { type AddressComparison, compareAddresses } from './compare-addresses.ts';
import { findSharedItem, type Party, type SharedItem, selectParties } from './referral.read.ts';
import type { Referral } from './referral.ts';

export type SharedTrait = 'self_referral' | 'loop' | 'shared_address' | SharedItem;

/** A clear match is refused. A doubtful one waits for a person before the reward is paid. */
export type SharedTraits = Readonly<{ clear: SharedTrait | undefined; isDoubtful: boolean }>;

/** What the friend shares with who invited them, and with those through whom the referrer was invited. */
export async function findSharedTraits(
  tx: Tx,
  referral: Pick<Referral, 'customerId' | 'referrerId'>,
): Promise<SharedTraits> {
  const parties = await selectParties(tx, referral);
  const friends = parties.filter(({ depth }) => depth === null);
  const pairs = parties
    .filter(({ depth }) => depth !== null)
    .flatMap((other) => friends.map((friend) => ({ depth: other.depth, ...comparePeople(friend, other) })));
  const direct = pairs.filter(({ depth }) => depth === 0);
  const isSame = ({ verdict }: (typeof pairs)[number]): boolean => verdict === 'same';
  const clear = direct.some(isSame)
    ? 'self_referral'
    : pairs.some(isSame)
      ? 'loop'
      : ((await findSharedItem(tx, referral)) ?? (direct.some(({ isHome }) => isHome) ? 'shared_address' : undefined));
  return { clear, isDoubtful: direct.some(({ verdict }) => verdict === 'doubtful') };
}

type Person = Pick<Party, 'userId' | 'phone' | 'email' | 'names' | 'dateOfBirth' | 'addresses'>;
type Verdict = Readonly<{ verdict: 'same' | 'doubtful' | 'different'; isHome: boolean }>;

/** Two people in one building are two people; one name in one building, or with one birthday, is one. */
export function comparePeople(one: Person, other: Person): Verdict {
  const name = bestOf<NameComparison>(
    one.names.flatMap((a) => other.names.map((b) => compareNames(a, b))),
    ['same', 'extended', 'similar'],
    'different',
  );
  const address = bestOf<AddressComparison>(
    one.addresses.flatMap((a) => other.addresses.map((b) => compareAddresses(a, b))),
    ['same', 'similar'],
    'different',
  );
  const isHome = address === 'same';
  const isNear = address !== 'different';
  const isBirthday = one.dateOfBirth !== null && one.dateOfBirth === other.dateOfBirth;
  const isContact =
    one.userId === other.userId ||
    (one.phone !== null && one.phone === other.phone) ||
    mailboxOf(one.email) === mailboxOf(other.email);
  const isNamed = name === 'same' || (name === 'extended' && isBirthday);
  if (isContact || (isNamed && (isNear || isBirthday))) return { verdict: 'same', isHome };
  const isDoubtful = (name !== 'different' && (isNear || isBirthday)) || (isBirthday && isNear);
  return { verdict: isDoubtful ? 'doubtful' : 'different', isHome };
}

function bestOf<T extends string>(found: readonly T[], order: readonly T[], otherwise: T): T {
  return order.find((each) => found.includes(each)) ?? otherwise;
}

const dotlessDomains: readonly string[] = ['gmail.com', 'googlemail.com'];

/** The mailbox behind an address: without a tag, and without dots where the provider ignores them. */
export function mailboxOf(email: string): string {
  const [local = '', domain = ''] = email
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .split(/@(?=[^@]*$)/);
  const untagged = local.replace(/\+.*$/, '');
  return dotlessDomains.includes(domain) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`;
}
