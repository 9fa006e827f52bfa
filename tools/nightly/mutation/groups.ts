/** Modules of pure rules about money and time, with the unit tests that must notice a change of them. */
export type MutationGroup = Readonly<{ name: string; modules: readonly string[]; tests: readonly string[] }>;

/** Every module is expected to have its test beside it. */
const group = (name: string, ...modules: string[]): MutationGroup => ({
  name,
  modules,
  tests: modules.map((module) => module.replace(/\.ts$/, '.test.ts')),
});

export const mutationGroups: readonly MutationGroup[] = [
  { name: 'money', modules: ['packages/money/src/*.ts'], tests: ['packages/money/src/*.test.ts'] },
  group('price', 'apps/api/src/fx/conversion/price.ts', 'apps/web/src/payments/domestic/amount-checks.ts'),
  group('limits', 'apps/api/src/payments/pricing/limits.ts'),
  {
    name: 'schedules',
    modules: ['apps/api/src/payments/standing-order/schedule.ts', 'apps/web/src/payments/initiation/scheduled-date.ts'],
    tests: [
      'apps/api/src/payments/standing-order/schedule.test.ts',
      'apps/api/src/payments/standing-order/local-time.test.ts',
      'apps/web/src/payments/initiation/scheduled-date.test.ts',
    ],
  },
  group('calendars', 'apps/api/src/fx/rate/trading-calendar.ts', 'apps/api/src/fx/conversion/market-hours.ts'),
  {
    name: 'exchange',
    modules: ['decide-order', 'next-run', 'order-lifecycle'].map((name) => `apps/api/src/fx/auto-fx/${name}.ts`),
    tests: ['decide-order', 'order-lifecycle'].map((name) => `apps/api/src/fx/auto-fx/${name}.test.ts`),
  },
  group('chart', 'apps/web/src/fx/rate/plot.ts', 'apps/api/src/fx/rate/rate-change.ts'),
  group(
    'identifiers',
    'apps/api/src/payees/payee/modulus-check.ts',
    'apps/api/src/payees/payee/parse-payee-details.ts',
    'apps/api/src/reference/country/country.ts',
    'packages/contract/src/reference/account-checks.ts',
    'packages/contract/src/platform/card-number.ts',
  ),
  group('approvals', 'apps/api/src/approvals/approval/evaluate-rules.ts'),
];
