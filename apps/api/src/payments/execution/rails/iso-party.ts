import type { RailName } from '@larkmere/contract/platform/rail-name';
import { z } from 'zod';
import { type IsoContent, UnreadableRailMessage } from '../../../platform/iso20022/iso-message.ts';
import type { PaymentInstruction, RailAccount, RailParty } from '../../payment/rail.ts';
import { transliterateForRail } from '../../payment/rail-character-set.ts';

export function isoAccount(account: RailAccount): IsoContent {
  switch (account.kind) {
    case 'iban':
      return { Id: { IBAN: account.iban } };
    case 'promptpay':
      return {
        Id: { Othr: { Id: account.proxyId } },
        Prxy: { Tp: { Cd: proxyTypes[account.proxyType] }, Id: account.proxyId },
      };
    case 'us':
      return {
        Id: { Othr: { Id: account.accountNumber, SchmeNm: { Cd: 'BBAN' } } },
        Tp: { Cd: account.accountType === 'savings' ? 'SVGS' : 'CACC' },
      };
    case 'uk':
    case 'thai':
    case 'clearing':
    case 'clabe':
    case 'other':
      return { Id: { Othr: { Id: account.accountNumber, SchmeNm: { Cd: 'BBAN' } } } };
  }
}

const proxyTypes = { mobile: 'MBNO', national_id: 'CCPT', tax_id: 'COTX', ewallet: 'EWAL' } as const;

export function isoAgent(account: RailAccount): IsoContent {
  switch (account.kind) {
    case 'uk':
      return clearingMember('GBDSC', account.sortCode);
    case 'thai':
      return clearingMember('THCBC', account.bankCode);
    case 'us':
      return clearingMember('USABA', account.aba);
    case 'clearing':
      return clearingMember(account.system, account.bankCode);
    case 'other':
      return { FinInstnId: { BICFI: account.bic } };
    case 'iban':
      return account.bic ? { FinInstnId: { BICFI: account.bic } } : unnamedAgent;
    case 'promptpay':
    case 'clabe':
      return unnamedAgent;
  }
}

const unnamedAgent: IsoContent = { FinInstnId: { Othr: { Id: 'NOTPROVIDED' } } };
const clearingMember = (system: string, id: string): IsoContent => ({
  FinInstnId: { ClrSysMmbId: { ClrSysId: { Cd: system }, MmbId: id } },
});

export const isoIntermediary = (account: RailAccount): Readonly<Record<string, IsoContent>> =>
  'throughBic' in account && account.throughBic ? { IntrmyAgt1: { FinInstnId: { BICFI: account.throughBic } } } : {};

export const isoCreditorAgentInstruction = (account: RailAccount): Readonly<Record<string, IsoContent>> =>
  account.kind === 'uk' && account.rollNumber
    ? { InstrForCdtrAgt: { InstrInf: `Roll number ${account.rollNumber}` } }
    : {};

export function isoParty(rail: RailName, { name, address }: RailParty): IsoContent {
  const fit = (text: string, most: number) => transliterateForRail(rail, text).text.slice(0, most).trim();
  const line = (element: string, text: string | undefined, most: number) =>
    text ? { [element]: fit(text, most) } : {};
  return {
    Nm: fit(name, 140),
    ...(address && {
      PstlAdr: {
        ...line('StrtNm', address.street, 70),
        ...line('BldgNb', address.buildingNumber, 16),
        ...line('Room', address.room, 70),
        ...line('PstCd', address.postCode, 16),
        ...line('TwnNm', address.town, 35),
        ...line('CtrySubDvsn', address.subDivision, 35),
        Ctry: address.country,
      },
    }),
  };
}

export function remittance({ scheme, reference }: PaymentInstruction): Readonly<Record<string, IsoContent>> {
  const most = scheme === 'faster-payments' ? 18 : 140;
  const text = transliterateForRail(scheme, reference).text.slice(0, most).trim();
  return text ? { RmtInf: { Ustrd: text } } : {};
}

export function rfiResponseElement(
  { scheme, rfiResponse }: PaymentInstruction,
  written: (text: string) => Readonly<Record<string, IsoContent>>,
): Readonly<Record<string, IsoContent>> {
  const text = rfiResponse ? transliterateForRail(scheme, rfiResponse).text.slice(0, 140).trim() : '';
  return text ? written(text) : {};
}

export const IsoAgent = z.object({
  FinInstnId: z.object({
    BICFI: z.string().optional(),
    Nm: z.string().optional(),
    ClrSysMmbId: z.object({ ClrSysId: z.object({ Cd: z.string() }), MmbId: z.string() }).optional(),
  }),
});

export const IsoAccountId = z.object({
  Id: z.union([
    z.object({ IBAN: z.string().regex(/^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/) }),
    z.object({ Othr: z.object({ Id: z.string().regex(/^[A-Z0-9]{1,34}$/) }) }),
  ]),
});

export function readAccount(
  agent: z.output<typeof IsoAgent> | undefined,
  { Id }: z.output<typeof IsoAccountId>,
): RailAccount {
  const { BICFI: bic, ClrSysMmbId: member } = agent?.FinInstnId ?? {};
  if ('IBAN' in Id) return { kind: 'iban', iban: Id.IBAN, ...(bic && { bic }) };
  const accountNumber = Id.Othr.Id;
  const { ClrSysId, MmbId = '' } = member ?? {};
  if (ClrSysId?.Cd === 'GBDSC') return { kind: 'uk', sortCode: MmbId, accountNumber };
  if (ClrSysId?.Cd === 'THCBC') return { kind: 'thai', bankCode: MmbId, accountNumber };
  if (ClrSysId?.Cd === 'USABA') return { kind: 'us', aba: MmbId, accountNumber };
  if (bic) return { kind: 'other', bic, accountNumber };
  throw new UnreadableRailMessage('An account at no bank');
}
