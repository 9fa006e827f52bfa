import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../kernel/verb.ts';
import { selectRisks } from './country.sql.ts';
import { allCountries } from './country.ts';

/** Every country, for forms and for telephones, with what the operator says of sending money there. */
export const listCountries: Verb<typeof contract.country.list> = async ({ tx }) => {
  const risks = await selectRisks(tx);
  return allCountries.map((country) => ({ ...country, risk: risks.get(country.iso2) ?? 'standard' }));
};
