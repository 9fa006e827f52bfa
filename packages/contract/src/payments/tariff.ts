import { z } from 'zod';
import { PriceRise } from '../customers/price-notice.ts';
import { UserType } from '../identity/session.ts';
import { endpoint } from '../platform/endpoint.ts';
import { CalendarDate, CurrencyCode, EmptyInput, MoneyView } from '../platform/fields.ts';
import { RailName } from '../platform/rail-name.ts';

const TariffView = z
  .object({
    /** The first day of the newest price. */
    effectiveOn: CalendarDate,
    documentHash: z.string(),
    tier: UserType,
    payments: z.array(
      z.object({
        rail: RailName,
        currency: CurrencyCode,
        fee: MoneyView,
        /** With the charges of other banks included (OUR). */
        feeOur: MoneyView.nullable(),
        /** What other banks are expected to deduct otherwise. */
        expectedCharges: MoneyView.nullable(),
      }),
    ),
    exchanges: z.array(
      z.object({
        sell: CurrencyCode,
        buy: z.array(CurrencyCode),
        marginBps: z.int(),
        fee: MoneyView,
      }),
    ),
    outOfHoursMarkupBps: z.int(),
    /** Fees that rise on a later day, the earliest first. */
    coming: z.array(z.object({ effectiveOn: CalendarDate, rises: z.array(PriceRise) })),
  })
  .meta({ id: 'Tariff' });
export type TariffView = z.infer<typeof TariffView>;

export const show = endpoint({
  method: 'GET',
  path: '/v1/document/tariff',
  access: 'pricetariff',
  about: 'Our fees and margins of today, read from the rows that price payments and exchanges.',
  input: EmptyInput,
  reply: TariffView,
  refusals: [],
});
