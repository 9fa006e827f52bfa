import { contract } from '@larkmere/contract/contract';
import type { IssueRateAccess } from '../../identity/session/session.ts';
import type { Bind } from '../../platform/http/bind.ts';
import type { StaffFactorSettings } from '../staff/staff.ts';
import { connect, openLink, requestConsent } from './connect.ts';
import { deriveConsentKey } from './consent-code.ts';
import { endByStaff, listOwnVisits, showVisits } from './list-visits.ts';

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
