import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../kernel/verb.ts';
import { selectRisks } from './country.sql.ts';
import { allCountries } from './country.ts';

export const listCountries: Verb<typeof contract.country.list> = async ({ tx }) => {
  const risks = await selectRisks(tx);
  return allCountries.map((country) => ({ ...country, risk: risks.get(country.iso2) ?? 'standard' }));
};
