import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { listCountries } from './list-countries.ts';

export function countryRoutes(bind: Bind): void {
  bind.verb(contract.country.list, listCountries);
}
