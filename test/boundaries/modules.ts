/**
 * The districts in order: a module imports only modules of its own or an earlier district. `accounting` precedes
 * `accounts`, because statements and transfers are read from and posted to our chart of accounts.
 */
export const districts: readonly string[] = [
  'platform',
  'reference',
  'identity',
  'customers',
  'accounting',
  'accounts',
  'approvals',
  'checks',
  'payees',
  'fx',
  'payments',
  'cards',
  'back-office',
  'notifications',
];

/** Nobody calls the modules of these districts: they subscribe to events, and app.ts registers them. */
export const subscriberDistricts: readonly string[] = ['notifications'];

/** Modules that count as part of a later district than their folder. */
const rankedAs: Readonly<Record<string, string>> = {
  // A registration opens the first wallet.
  'customers/registration': 'accounts',
  // An identity check keeps documents and screens names.
  'customers/kyc': 'checks',
  // A lost second factor is replaced after a look at documents.
  'customers/factor-reset': 'checks',
  // A closing looks for unfinished payments, orders and deals, and closes accounts.
  'customers/closure': 'payments',
  // A message to support may be about a payment.
  'customers/help': 'payments',
  // A referral follows exchanges, and gives free transfers.
  'customers/referral': 'payments',
  // An introducer partner earns from exchanges and payments.
  'customers/introducer-partner': 'payments',
  // An upgrade opens accounts, screens names and compares prices.
  'customers/upgrade': 'fx',
  // A change of people keeps approval rules satisfiable.
  'customers/user': 'approvals',
  // What staff prepared changes people.
  'customers/access-request': 'approvals',
};

/** These modules write the tables of one schema with the same queries, so they also import the files of `payment`. */
const filesShared: Readonly<Record<string, readonly string[]>> = {
  'payments/payment': [
    'payments/pricing',
    'payments/initiation',
    'payments/execution',
    'payments/recall',
    'payments/incoming',
    'payments/scheduled',
    'payments/member-transfer',
  ],
};

/** Screens that display a part of a later district. */
const embeddedOnScreens: Readonly<Record<string, string>> = {
  'accounts/statement': 'payments/payment', // the status of a payment in a row
  'payments/payment': 'back-office/review', // questions of staff on the payment page
};

/** Database schemas that do not have the name of the module that owns them. */
const schemas: Readonly<Record<string, string>> = {
  'accounting/chart-of-accounts': 'accounting',
  'reference/service-breaker': 'service_control',
  'back-office/service-breaker': 'service_control',
  'fx/conversion': 'fx',
  'payments/pricing': 'payment',
  'payments/initiation': 'payment',
  'payments/execution': 'payment',
  'payments/incoming': 'payment',
  'payments/recall': 'payment',
  'payments/scheduled': 'payment',
  'payments/international': 'payment',
  'payments/bulk': 'bulk_payment',
  'payments/open-banking': 'instant_payment',
};

const MODULE = /^apps\/(?<app>api|web)\/src\/(?<name>(?<district>[^/]+)\/(?<noun>[^/]+))\/[^/]+/;
const NOT_DISTRICTS: readonly string[] = ['platform', 'ui', 'shell', 'dev', 'messages', 'styles'];

export type Module = Readonly<{ app: 'api' | 'web'; name: string; district: string; noun: string }>;

/** `district/noun`. Files of the platform and composition files belong to no module. */
export function moduleOf(path: string): Module | undefined {
  const found = MODULE.exec(path)?.groups as Module | undefined;
  return found === undefined || NOT_DISTRICTS.includes(found.district) || isComposition(path) ? undefined : found;
}

/** Composition files assemble the modules and import any file of them. No module imports a composition file. */
export const isComposition = (path: string): boolean =>
  /^apps\/api\/src\/((app|main|jobs|settings|erasure-handlers|approvable-types)|back-office\/back-office\.routes|fx\/rate\/main|(payments\/payments|cards\/cards)\.(routes|listeners))\.ts$/.test(
    path,
  ) ||
  (/^apps\/web\/src\/((shell|dev)\/|[^/]+\.tsx$)/.test(path) && !isTexts(path));

/** The texts of a screen stand beside it; the lists in `messages` put them together. */
export const isTexts = (path: string): boolean => /^apps\/web\/src\/.+\.texts(\.\w+)?\.ts$/.test(path);

export const isPublicFile = (path: string): boolean => /\/src\/[^/]+\/([^/]+)\/\1\.tsx?$/.test(path);

export const isOrdered = (from: Module, target: Module): boolean =>
  rankOf(target) <= rankOf(from) || (from.app === 'web' && embeddedOnScreens[from.name] === target.name);

const rankOf = ({ name, district }: Module): number => districts.indexOf(rankedAs[name] ?? district);

export const sharesFiles = ({ app, name }: Module, target: Module): boolean =>
  app === 'api' && filesShared[target.name]?.includes(name) === true;

/** A contract file belongs to a district; `contract.ts` and `purpose.ts` compose all of them. */
export const contractDistrict = (path: string): string | undefined =>
  /^packages\/contract\/src\/([^/]+)\//.exec(path)?.[1];

export function ownSchema(path: string): string {
  const module = moduleOf(path);
  if (module) return schemas[module.name] ?? module.noun.replaceAll('-', '_');
  return /^(?:apps\/api\/src|packages)\/([^/]+)\//.exec(path)?.[1] ?? '';
}
