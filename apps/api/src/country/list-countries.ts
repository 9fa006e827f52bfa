import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../kernel/verb.ts';
import { allCountries } from './country.ts';

/** Every country, for forms and for telephones. */
export const listCountries: Verb<typeof contract.country.list> = async () => [...allCountries];
