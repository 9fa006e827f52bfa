import { z } from 'zod';
import type { Content } from './xml.ts';

export type BankIdentifier = Readonly<{ bic?: string; system?: string; member?: string; name?: string }>;

export type Account = Readonly<{ number: string; isIban: boolean; bank: BankIdentifier; proxy?: string }>;

export type Address = Readonly<{ town: string; country: string }>;
export type Party = Readonly<{ name: string; account: Account; address?: Address }>;

const Agent = z.object({
  FinInstnId: z.object({
    BICFI: z
      .string()
      .regex(/^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/)
      .optional(),
    ClrSysMmbId: z.object({ ClrSysId: z.object({ Cd: z.string() }), MmbId: z.string().regex(/^\w{3,35}$/) }).optional(),
  }),
});

const AccountId = z.object({
  Id: z.union([
    z.object({ IBAN: z.string().regex(/^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/) }),
    z.object({ Othr: z.object({ Id: z.string().regex(/^[A-Z0-9]{1,34}$/) }) }),
  ]),
  Prxy: z.object({ Id: z.string() }).optional(),
});

const Named = z.object({
  Nm: z.string().min(1).max(140),
  PstlAdr: z.object({ TwnNm: z.string().optional(), Ctry: z.string().length(2).optional() }).optional(),
});

export const readParty = { Agent, AccountId, Named };

type PartyElements = Readonly<{
  named: z.output<typeof Named>;
  account: z.output<typeof AccountId>;
  agent: z.output<typeof Agent>;
}>;

export function toParty({ named, account: { Id, Prxy }, agent: keeper }: PartyElements): Party {
  const { BICFI, ClrSysMmbId } = keeper.FinInstnId;
  const { TwnNm, Ctry } = named.PstlAdr ?? {};
  return {
    name: named.Nm,
    account: {
      number: 'IBAN' in Id ? Id.IBAN : Id.Othr.Id,
      isIban: 'IBAN' in Id,
      bank: {
        ...(BICFI && { bic: BICFI }),
        ...(ClrSysMmbId && { system: ClrSysMmbId.ClrSysId.Cd, member: ClrSysMmbId.MmbId }),
      },
      ...(Prxy && { proxy: Prxy.Id }),
    },
    ...(TwnNm && Ctry && { address: { town: TwnNm, country: Ctry } }),
  };
}

export function agent({ bic, system, member, name }: BankIdentifier): Content {
  const known = {
    ...(bic && { BICFI: bic }),
    ...(system && member && { ClrSysMmbId: { ClrSysId: { Cd: system }, MmbId: member } }),
    ...(name && { Nm: name }),
  };
  return { FinInstnId: Object.keys(known).length > 0 ? known : { Othr: { Id: 'NOTPROVIDED' } } };
}

export const accountId = ({ number, isIban }: Account): Content =>
  isIban ? { Id: { IBAN: number } } : { Id: { Othr: { Id: number, SchmeNm: { Cd: 'BBAN' } } } };
