import type { NameCheckResult, PayeeView } from '@larkmere/contract/payees/payee';

export type Check = Readonly<{ code: string; result: NameCheckResult; actualName?: string }>;

export type NewPayee = Readonly<{
  name: string;
  entityType: PayeeView['entityType'];
  type: PayeeView['type'];
  currency: PayeeView['currency'];
  details: Readonly<Record<string, string>>;
  account: string;
  check?: Check;
  nickname?: string;
  defaultReference?: string;
  favourite?: boolean;
  status?: 'pending' | 'reject';
  reason?: string;
  daysAgo?: number;
}>;

const fullMatch: Check = { code: 'MTCH', result: 'match' };

const ukPayee = (
  entityType: NewPayee['entityType'],
  name: string,
  sortCode: string,
  accountNumber: string,
  check = fullMatch,
): NewPayee => ({
  name,
  entityType,
  type: 'gbp',
  currency: 'GBP',
  details: { sortCode, accountNumber },
  account: `${sortCode} ${accountNumber}`,
  check,
});

// Holders from apps/sandbox-bank/src/holders.json, so that a new name check gives the same result.
const somchai = ukPayee('individual', 'Somchai Prasert', '202959', '63748472');
const northgate = ukPayee('company', 'Northgate Lettings Ltd', '089999', '66374958');
const mekong = ukPayee('company', 'Mekong Trading Ltd', '107999', '88837491');
const harbour = ukPayee('company', 'Harbour & Co', '871427', '46238510');
const zoe = ukPayee('individual', 'Zoë Müller-Baines', '827999', '73988638');
const daniel = ukPayee('individual', 'Daniel Okafor', '134020', '63849203');
const william = ukPayee('individual', 'William Aldous Penrose', '118765', '64371389');
const ploy = ukPayee('individual', 'Ploy Srisai', '200915', '41011166');
const bakery = ukPayee('company', 'The Copper Kettle Bakery', '938063', '55065200');
const ruth = ukPayee('individual', "Ruth O'Donnell", '772798', '99345694');
const ashdown = ukPayee('company', 'Ashdown Books LLP', '086090', '06774744');
const tom = ukPayee('individual', 'Tom Barlow', '827101', '28748352', { code: 'OPTO', result: 'not_supported' });
const priya = ukPayee('individual', 'Priya Raman', '309070', '12345668');
const fenwick = ukPayee('company', 'Fenwick Tiles Ltd', '820000', '73688637');

const greta: NewPayee = {
  name: 'Greta Lindqvist',
  entityType: 'individual',
  type: 'eur',
  currency: 'EUR',
  details: { country: 'DE', iban: 'DE89370400440532013000' },
  account: 'DE89370400440532013000',
  check: fullMatch,
};
const malee: NewPayee = {
  name: 'Malee Boonsong',
  entityType: 'individual',
  type: 'thb',
  currency: 'THB',
  details: { payTo: 'mobile', proxy: '0066812345678' },
  account: '0066812345678',
};
const harmattan: NewPayee = {
  name: 'Harmattan Textiles Ltd',
  entityType: 'company',
  type: 'swt',
  currency: 'USD',
  details: {
    country: 'NG',
    bic: 'ABNGNGLA',
    accountNumber: '0123456789',
    addressLine1: '12 Quay Street',
    townName: 'Lagos',
    addressCountry: 'NG',
  },
  account: 'ABNGNGLA 0123456789',
};

const closeMatch: Check = { code: 'MBAM', result: 'close_match', actualName: 'William Aldous Penrose' };
const underReview = {
  status: 'pending',
  reason: 'We are looking at this payee. It takes one working day.',
  daysAgo: 1,
} as const;

export const payees: Readonly<Record<string, readonly NewPayee[]>> = {
  anong: [
    { ...somchai, nickname: 'Uncle Som', favourite: true },
    { ...northgate, defaultReference: 'Flat 4 rent', favourite: true },
    { ...mekong },
    { ...harbour, nickname: 'Work' },
    { ...zoe },
    { ...daniel },
    { ...william, name: 'Bill Penrose', nickname: 'Garden', check: closeMatch },
    { ...bakery },
    { ...ruth, nickname: 'Piano', defaultReference: 'Piano lessons' },
    { ...ashdown },
    { ...greta, daysAgo: 40 },
    { ...malee, daysAgo: 35 },
    { ...harmattan, daysAgo: 30 },
    { ...ploy, daysAgo: 9 },
    { ...tom, ...underReview },
    { ...priya, status: 'reject', reason: 'This account has moved to another bank. Ask for the new details.' },
  ],
  owen: [
    { ...northgate, nickname: 'Workshop', defaultReference: 'Workshop rent', favourite: true },
    { ...mekong, nickname: 'Timber', favourite: true },
    { ...ploy, defaultReference: 'Wages' },
    { ...daniel, defaultReference: 'Wages' },
    { ...ruth, defaultReference: 'Wages' },
    { ...bakery },
    { ...william, name: 'William Penrose', check: closeMatch },
    { ...ashdown },
    { ...harbour },
    { ...somchai, daysAgo: 16 },
    { ...tom, ...underReview },
    { ...fenwick, status: 'reject', reason: 'The bank has no account with these details any more.' },
  ],
  dara: [
    { ...daniel, nickname: 'Landlord', defaultReference: 'Room', favourite: true },
    { ...ruth, nickname: 'Choir' },
    { ...zoe },
    { ...ashdown },
  ],
};
