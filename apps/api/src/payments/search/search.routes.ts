import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { find } from './find.ts';

export const searchRoutes = (bind: Bind): void => bind.verb(contract.search.find, find);
