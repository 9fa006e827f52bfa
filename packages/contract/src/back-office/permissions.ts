export const staffAreas = [
  'customers',
  'customer_details',
  'identity_numbers',
  'account_status',
  'pin_reset',
  'sub_users',
  'connect_as_customer',
  'payment_review',
  'documents',
  'compensation',
  'payees_held',
  'kyc',
  'screening_hits',
  'dealing_desk',
  'reconciliation',
  'prices',
  'rate_offtime',
  'rules',
  'check_rules',
  'service_control',
  'api_log',
  'roles',
] as const;
export type StaffArea = (typeof staffAreas)[number];

/** Each level includes those before it. `act`: do and propose. `approve`: agree to what others propose. */
export const staffLevels = ['none', 'view', 'act', 'approve'] as const;
export type StaffLevel = (typeof staffLevels)[number];

/** An area without a level is not permitted. */
export type StaffPermissions = Readonly<Partial<Record<StaffArea, StaffLevel>>>;
export type StaffRight = readonly [area: StaffArea, level: Exclude<StaffLevel, 'none'>];

export const allows = (permissions: StaffPermissions, [area, level]: StaffRight): boolean =>
  staffLevels.indexOf(permissions[area] ?? 'none') >= staffLevels.indexOf(level);

/** Calls on the session itself: no permission, but a session of staff. */
const everyMember = null;

/**
 * The permission of every call of staff. The server refuses without it, and a test fails for a call that is missing.
 * What a call needs beyond it by its data (a payment that is confidential, for example) is checked by the verb.
 */
export const staffCalls: Readonly<Record<string, StaffRight | null>> = {
  'POST /v1/manage/logout': everyMember,
  'GET /v1/manage/auth/qrcode': everyMember,
  'GET /v1/manage/dashboard': ['customers', 'view'],

  'POST /v1/manage/customer/search': ['customers', 'view'],
  'GET /v1/manage/customer/{id}': ['customers', 'view'],
  'GET /v1/manage/customer/{id}/overview': ['customers', 'view'],
  'GET /v1/manage/customer/{id}/payments': ['customers', 'view'],
  'GET /v1/manage/customer/{id}/payees': ['customers', 'view'],
  'GET /v1/manage/customer/{id}/orders': ['customers', 'view'],
  'GET /v1/manage/customer/{id}/people': ['customer_details', 'view'],
  'GET /v1/manage/customer/{id}/activity': ['customer_details', 'view'],
  'GET /v1/manage/customer/{id}/audit': ['customer_details', 'view'],
  'GET /v1/manage/customer/{id}/restrictions': ['customer_details', 'view'],
  'GET /v1/manage/customer/{id}/messages': ['customer_details', 'view'],
  'GET /v1/manage/customer/{id}/notes': ['customer_details', 'view'],
  'POST /v1/manage/customer/{id}/notes': ['customer_details', 'act'],
  'POST /v1/manage/customer/{id}/identity': ['identity_numbers', 'act'],

  'GET /v1/manage/role': ['roles', 'view'],
  'POST /v1/manage/role': ['roles', 'act'],
  'POST /v1/manage/role/{uid}/approve': ['roles', 'approve'],
  'POST /v1/manage/role/{uid}/refuse': ['roles', 'approve'],
  'GET /v1/manage/staff': ['roles', 'view'],
  'POST /v1/manage/staff': ['roles', 'act'],
  'POST /v1/manage/staff/{uid}/role': ['roles', 'act'],
  'POST /v1/manage/staff/{uid}/reinstate': ['roles', 'act'],
  'POST /v1/manage/staff/{uid}/suspend': ['roles', 'act'],
  'POST /v1/manage/staff/change/{uid}/approve': ['roles', 'approve'],
  'POST /v1/manage/staff/change/{uid}/refuse': ['roles', 'approve'],

  'GET /v1/manage/kyc': ['kyc', 'view'],
  'GET /v1/manage/kyc/{uid}': ['kyc', 'view'],
  'GET /v1/manage/kyc/document/{uid}/file': ['kyc', 'view'],
  'POST /v1/manage/kyc/{uid}/item': ['kyc', 'act'],
  'POST /v1/manage/kyc/{uid}/decision': ['kyc', 'act'],
  'POST /v1/manage/kyc/{uid}/decision/withdraw': ['kyc', 'act'],
  'GET /v1/manage/upgrade': ['kyc', 'view'],
  'POST /v1/manage/upgrade/{uid}/clear': ['kyc', 'act'],
  'POST /v1/manage/upgrade/{uid}/refuse': ['kyc', 'act'],

  'GET /v1/manage/payee': ['payees_held', 'view'],
  'POST /v1/manage/payee/{uid}/release': ['payees_held', 'act'],
  'POST /v1/manage/payee/{uid}/stop': ['payees_held', 'act'],

  'GET /v1/manage/manual-fx': ['dealing_desk', 'view'],
  'POST /v1/manage/manual-fx/{uid}/assign': ['dealing_desk', 'act'],
  'POST /v1/manage/manual-fx/{uid}/quote': ['dealing_desk', 'act'],
  'POST /v1/manage/manual-fx/{uid}/approve': ['dealing_desk', 'act'],
  'POST /v1/manage/manual-fx/{uid}/unable': ['dealing_desk', 'act'],
  'POST /v1/manage/manual-fx/{uid}/book': ['dealing_desk', 'act'],
  'GET /v1/manage/position': ['dealing_desk', 'view'],
  'POST /v1/manage/position/cover': ['dealing_desk', 'act'],

  'GET /v1/manage/document': ['documents', 'view'],
  'GET /v1/manage/document/{uid}/file': ['documents', 'view'],
  'POST /v1/manage/document/{uid}/accept': ['documents', 'act'],
  'POST /v1/manage/document/{uid}/refuse': ['documents', 'act'],

  'GET /v1/manage/finding': ['screening_hits', 'view'],
  'POST /v1/manage/finding/{uid}/clear': ['screening_hits', 'act'],
  'POST /v1/manage/finding/{uid}/confirm': ['screening_hits', 'act'],

  'GET /v1/manage/review': ['payment_review', 'view'],
  'POST /v1/manage/review/{uid}/release': ['payment_review', 'act'],
  'POST /v1/manage/review/{uid}/refuse': ['payment_review', 'act'],
  'POST /v1/manage/review/{uid}/settle': ['payment_review', 'act'],
  'POST /v1/manage/review/{uid}/ask': ['payment_review', 'act'],
  'POST /v1/manage/review/{uid}/suspect': ['payment_review', 'act'],

  'GET /v1/manage/compensation': ['compensation', 'view'],
  'POST /v1/manage/compensation': ['compensation', 'act'],
  'POST /v1/manage/compensation/{uid}/approve': ['compensation', 'act'],
  'POST /v1/manage/compensation/{uid}/refuse': ['compensation', 'act'],
  'POST /v1/manage/compensation/{uid}/reversal': ['compensation', 'act'],
  'POST /v1/manage/compensation/{uid}/reversal/approve': ['compensation', 'act'],
  'POST /v1/manage/compensation/{uid}/reversal/refuse': ['compensation', 'act'],
};

/** The permission of the call, null if every member of staff may make it. Throws for a call without a row. */
export function staffRightOf({ method, path }: Readonly<{ method: string; path: string }>): StaffRight | null {
  const right = staffCalls[`${method} ${path}`];
  if (right === undefined) throw new Error(`${method} ${path} has no row in the permissions of staff`);
  return right;
}

/** The permission of every page of the staff area, also of those that are not built yet. The menu follows it. */
export const staffScreens = {
  '/manage/dashboard': ['customers', 'view'],
  '/manage/customer': ['customers', 'view'],
  '/manage/customer/{id}': ['customers', 'view'],
  '/manage/ghostconnect/{id}': ['connect_as_customer', 'view'],
  '/manage/users/{id}/{plusuid}': ['sub_users', 'view'],
  '/manage/api': ['api_log', 'view'],
  '/manage/setting/roles': ['roles', 'view'],
  '/manage/setting/autofx': ['rules', 'view'],
  '/manage/setting/swiftpayment': ['prices', 'view'],
  '/manage/setting/rate-offtime': ['rate_offtime', 'view'],
  '/manage/setting/marketing': ['prices', 'view'],
  '/manage/setting/cpc': ['prices', 'view'],
  '/manage/setting/scs': ['service_control', 'view'],
  '/manage/setting/service-breaker': ['service_control', 'view'],
} as const satisfies Readonly<Record<string, StaffRight>>;

/**
 * What takes two different people (product.md B16). `maker` proposes or decides first, `checker` agrees. A rule with a
 * threshold holds for larger amounts only.
 */
export const twoPersonRules = [
  { action: 'role.change', maker: ['roles', 'act'], checker: ['roles', 'approve'], threshold: null },
  { action: 'staff.change', maker: ['roles', 'act'], checker: ['roles', 'approve'], threshold: null },
  {
    action: 'payment.release',
    maker: ['payment_review', 'act'],
    checker: ['payment_review', 'act'],
    threshold: 'release',
  },
  { action: 'payment.settle', maker: ['payment_review', 'act'], checker: ['payment_review', 'act'], threshold: null },
  {
    action: 'sanctions.confirm',
    maker: ['screening_hits', 'act'],
    checker: ['screening_hits', 'act'],
    threshold: null,
  },
  { action: 'kyc.refuse', maker: ['kyc', 'act'], checker: ['kyc', 'act'], threshold: null },
  { action: 'compensation.pay', maker: ['compensation', 'act'], checker: ['compensation', 'act'], threshold: null },
  { action: 'deal.quote', maker: ['dealing_desk', 'act'], checker: ['dealing_desk', 'act'], threshold: 'deal' },
] as const satisfies readonly TwoPersonRule[];
type TwoPersonRule = Readonly<{
  action: string;
  maker: StaffRight;
  checker: StaffRight;
  threshold: 'release' | 'deal' | null;
}>;
