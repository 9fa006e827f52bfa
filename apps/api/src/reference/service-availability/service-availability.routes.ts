import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { listServiceNotices } from './list-service-notices.ts';

export function serviceAvailabilityRoutes(bind: Bind): void {
  bind.verb(contract.serviceNotice.list, listServiceNotices);
}
