import { z } from 'zod';
import { type Store, text } from './store.ts';

const day = 24 * 60 * 60_000;
const Wait = z
  .int()
  .min(0)
  .max(90 * day);
const Range = z.tuple([Wait, Wait]).refine(([least, most]) => least <= most, 'The first is the smaller one');

/** How the bank behaves. Waits are in milliseconds. */
export const Settings = z.strictObject({
  acceptDelayMs: Range.default([1000, 2000]),
  settleDelayMs: Range.default([2000, 4000]),
  returnDelayMs: Wait.default(5000),
  /** Outcome 95. */
  slowSettleMs: Wait.default(2 * day),
  /** How long a banking day lasts here: what settles on the next day does so after that. */
  dayMs: Wait.default(60_000),
  /** From bank to bank on SWIFT, and to the end of a payment that settles the same day. */
  hopDelayMs: Range.default([6000, 12_000]),
  /** How long a request that gets no answer is kept open before the line is cut. */
  silenceMs: Wait.default(15_000),
  /** Every webhook is lost on the way; the bank tries again, as after any other failure. */
  dropWebhooks: z.boolean().default(false),
  /** Every webhook arrives twice, with the same event id. */
  duplicateWebhooks: z.boolean().default(false),
  nameCheck: z.enum(['normal', 'unavailable']).default('normal'),
  /** The bank takes payments but does nothing with them and says nothing. */
  paused: z.boolean().default(false),
});
export type Settings = z.output<typeof Settings>;

/** A change to some of the settings; what is not named stays. */
export const SettingsChange = z.strictObject(
  Object.fromEntries(
    Object.entries(Settings.shape).map(([name, field]) => [name, field.unwrap().optional()]),
  ) as unknown as { [Name in keyof typeof Settings.shape]: z.ZodOptional<z.ZodType<Settings[Name]>> },
);

export function readSettings(store: Store): Settings {
  const row = store.one('select value from settings where id = 1');
  return Settings.parse(row ? JSON.parse(text(row, 'value')) : {});
}

export function saveSettings(store: Store, settings: Settings): void {
  store.run(
    'insert into settings values (1, ?) on conflict (id) do update set value = excluded.value',
    JSON.stringify(settings),
  );
}
