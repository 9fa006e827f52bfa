import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { listServiceNotices } from './service-availability.read.ts';

export function serviceAvailabilityRoutes(bind: Bind): void {
  bind.verb(contract.serviceNotice.list, listServiceNotices);
}
