import { contract } from '@larkmere/contract/contract';
import type { IssueRateAccess } from '../../identity/session/session.ts';
import type { Bind } from '../../platform/http/bind.ts';
import type { StaffFactorSettings } from '../staff/staff.ts';
import { connect, openLink } from './connect.ts';
import { deriveConsentKey, requestConsent } from './consent.ts';
import { endByStaff } from './end-visit.ts';
import { listOwnVisits, showVisits } from './ghost-connect.read.ts';

type Settings = Readonly<{ pepper: string; factors: StaffFactorSettings }>;

export function ghostConnectRoutes(bind: Bind, { pepper, factors }: Settings, admitToRates: IssueRateAccess): void {
  const consent = deriveConsentKey(pepper);
  bind.verb(contract.ghostConnect.show, showVisits);
  bind.verb(contract.ghostConnect.requestConsent, requestConsent(consent));
  bind.workflow(contract.ghostConnect.connect, connect({ consent, factors }));
  bind.verb(contract.ghostConnect.end, endByStaff);
  bind.workflow(contract.ghostConnect.open, openLink(admitToRates));
  bind.verb(contract.ghostConnect.list, listOwnVisits(consent));
}
