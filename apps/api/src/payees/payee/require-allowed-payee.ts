import { crossBorderRoutes, type PayeeType } from '@larkmere/contract/payees/payee-type';
import { message } from '@larkmere/messages/message';
import { requireSwift } from '../../customers/customer/customer.ts';
import type { Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx } from '../../platform/requests/verb.ts';
import { countryOf, riskOf } from '../../reference/country/country.ts';
import type { Payee } from './payee-record.ts';

export async function requirePayeeRail({ tx, actor }: CustomerCtx, type: PayeeType): Promise<void> {
  if (crossBorderRoutes[type] === 'swift') await requireSwift(tx, actor.customerId);
}

export async function requireAllowedCountries(tx: Tx, { details }: Pick<Payee, 'details'>): Promise<void> {
  const given = ['addressCountry', 'country', 'bankCountry'].flatMap((key) => {
    const iso2 = details[key]?.slice(0, 2);
    return iso2 ? [{ key, iso2 }] : [];
  });
  const risks = await Promise.all(given.map(({ iso2 }) => riskOf(tx, [iso2])));
  const errors = given
    .filter((_, i) => risks[i] === 'prohibited')
    .map(({ key, iso2 }) => ({
      field: key,
      code: 'not_allowed' as const,
      reason: message('country_not_supported', { country: nameOf(iso2) }),
    }));
  if (errors.length > 0) throw new Refusal('payee_details_invalid', { errors });
}

const nameOf = (iso2: string): string => countryOf(iso2)?.name ?? iso2;
