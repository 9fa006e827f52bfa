import { z } from 'zod';
import { type Store, textColumn } from './store.ts';

const day = 24 * 60 * 60_000;
const Wait = z
  .int()
  .min(0)
  .max(90 * day);
const Range = z.tuple([Wait, Wait]).refine(([least, most]) => least <= most, 'The first is the smaller one');

export const Settings = z.strictObject({
  acceptDelayMs: Range.default([1000, 2000]),
  settleDelayMs: Range.default([2000, 4000]),
  returnDelayMs: Wait.default(5000),
  slowSettleMs: Wait.default(2 * day),
  /** Delay of one simulated banking day, used by next-day settlement. */
  dayMs: Wait.default(60_000),
  hopDelayMs: Range.default([6000, 12_000]),
  noResponseMs: Wait.default(15_000),
  dropWebhooks: z.boolean().default(false),
  duplicateWebhooks: z.boolean().default(false),
  /** Every report of the card issuer is delayed by up to two seconds, so that they overtake each other. */
  reorderCardReports: z.boolean().default(false),
  /** Delay of one step of a card order. */
  cardStepMs: Wait.default(5000),
  /** How long the card issuer waits for the answer to an authorisation before its stand-in decides. */
  cardAnswerMs: z.int().min(1).max(60_000).default(2000),
  /** Banking days after which an authorisation that was not cleared expires. */
  cardHoldDays: z.int().min(0).max(90).default(7),
  /** In pounds: the stand-in approves no more. */
  standInLimit: z.int().min(0).max(10_000).default(50),
  nameCheck: z.enum(['normal', 'unavailable']).default('normal'),
  paused: z.boolean().default(false),
});
export type Settings = z.output<typeof Settings>;

export const SettingsChange = z.strictObject(
  Object.fromEntries(
    Object.entries(Settings.shape).map(([name, field]) => [name, field.unwrap().optional()]),
  ) as unknown as { [Name in keyof typeof Settings.shape]: z.ZodOptional<z.ZodType<Settings[Name]>> },
);

export function readSettings(store: Store): Settings {
  const row = store.one('select value from settings where id = 1');
  return Settings.parse(row ? JSON.parse(textColumn(row, 'value')) : {});
}

export function saveSettings(store: Store, settings: Settings): void {
  store.run(
    'insert into settings values (1, ?) on conflict (id) do update set value = excluded.value',
    JSON.stringify(settings),
  );
}
