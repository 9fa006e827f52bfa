import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { selectCountryRisks } from './country.sql.ts';
import { allCountries } from './country.ts';

export const listCountries: Verb<typeof contract.country.list> = async ({ tx }) => {
  const risks = await selectCountryRisks(tx);
  return allCountries.map((country) => ({ ...country, risk: risks.get(country.iso2) ?? 'standard' }));
};

export function countryRoutes(bind: Bind): void {
  bind.verb(contract.country.list, listCountries);
}
