import type { IdentityDifference } from '@larkmere/contract/back-office/kyc-review';
import { KycReport } from '@larkmere/contract/customers/kyc-event';
import { isSameName, type ScreeningHit, screenNames } from '../../checks/screening/screening.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { londonDay } from '../../platform/time/london-day.ts';
import { findCustomer } from '../customer/customer.ts';
import { findItem, type KycFile } from './evaluate-items.ts';
import { type AccountIdentity, selectAccountIdentity, selectReusedProofs } from './kyc.read.ts';
import { selectVendorChecks } from './vendor-check.sql.ts';

type Source = IdentityDifference['versions'][number]['source'];
type Version = Readonly<{ source: Source; value: string | null | undefined }>;
type Field = IdentityDifference['field'];

/** Whom one part of the identity check is about, with what each source says of them. */
type Subject = Readonly<{
  id: string;
  names: readonly Version[];
  birthdays: readonly Version[];
  numbers: readonly Version[];
  expiries: readonly Version[];
  face: 'match' | 'differs' | 'unsure' | undefined;
}>;

/**
 * Where account, form, document, selfie and register contradict each other, or prove somebody else too. Nothing with a
 * difference is approved automatically.
 */
export async function findIdentityDifferences(ctx: Ctx, file: KycFile): Promise<IdentityDifference[]> {
  const account = await selectAccountIdentity(ctx.tx, file.application.customerId);
  const report = await latestReport(ctx, file);
  const people = file.people.map(({ id, name }) => describe(file, report, { id, personId: id, name, birthday: null }));
  const own = describe(file, report, {
    id: file.application.customerId,
    personId: null,
    name: account.name,
    birthday: file.application.level === 'person' ? account.dateOfBirth : null,
  });
  const found = [own, ...people].flatMap((subject) => differencesOf(subject, londonDay(ctx.now), account));
  return [...found, ...registerDifferences(file, report), ...(await reusedProofs(ctx, file, report))];
}

/** Of the newest check that was answered. */
async function latestReport({ tx }: Ctx, { application }: KycFile): Promise<KycReport> {
  const answered = (await selectVendorChecks(tx, application.id)).find(({ report }) => report !== null);
  return answered ? KycReport.parse(answered.report) : {};
}

type Member = Readonly<{ id: string; name: string; dateOfBirth: string | null }>;

/** Where a member's account and form differ, and which documents also prove another person. */
export async function findMemberDifferences(ctx: Ctx, file: KycFile, member: Member): Promise<IdentityDifference[]> {
  const { id, name, dateOfBirth } = member;
  const subject = describe(file, {}, { id, personId: id, name, birthday: dateOfBirth });
  const account = { name, names: [name], ownerId: null, dateOfBirth };
  return [...differencesOf(subject, londonDay(ctx.now), account), ...(await reusedProofs(ctx, file, {}))];
}

type Known = Readonly<{ id: string; personId: string | null; name: string | null; birthday: string | null }>;

function describe(file: KycFile, { identities = [] }: KycReport, { id, personId, name, birthday }: Known): Subject {
  const details = findItem(file, 'personal_details', personId)?.answers;
  const document = findItem(file, 'identity_document', personId)?.answers;
  const company = personId === null ? findItem(file, 'company')?.answers : undefined;
  const read = identities.find(({ subject }) => subject === id);
  return {
    id,
    names: [
      { source: 'account', value: name },
      { source: 'form', value: details?.fullName ?? company?.legalName },
      { source: 'document', value: read?.name },
    ],
    birthdays: [
      { source: 'account', value: birthday },
      { source: 'form', value: details?.dateOfBirth },
      { source: 'document', value: read?.dateOfBirth },
    ],
    numbers: [
      { source: 'form', value: document?.documentNumber },
      { source: 'document', value: read?.documentNumber },
    ],
    expiries: [
      { source: 'form', value: document?.documentExpiresOn },
      { source: 'document', value: read?.documentExpiresOn },
    ],
    face: read?.face,
  };
}

function differencesOf(subject: Subject, today: string, account: AccountIdentity): IdentityDifference[] {
  const { id, names, birthdays, numbers, expiries, face } = subject;
  const isAccount = (name: string): boolean => account.names.some((each) => isSameName(each, name));
  const sameName = (one: Version, other: Version): boolean =>
    isSameName(one.value ?? '', other.value ?? '') ||
    (one.source === 'account' && one.value === account.name && isAccount(other.value ?? ''));
  const sameNumber = (one: Version, other: Version) => plainNumber(one.value ?? '') === plainNumber(other.value ?? '');
  const hasExpired = expiries.some(({ value }) => value != null && value <= today);
  return [
    ...compare(id, 'name', names, sameName),
    ...compare(id, 'date_of_birth', birthdays, sameText),
    ...compare(id, 'document_number', numbers, sameNumber).map(maskVersions),
    ...(hasExpired
      ? [toDifference(id, 'document_expiry', expiries)]
      : compare(id, 'document_expiry', expiries, sameText)),
    ...(face === undefined || face === 'match'
      ? []
      : [toDifference(id, 'face', [{ source: 'selfie' as const, value: face }])]),
  ];
}

const sameText = (one: Version, other: Version): boolean => one.value === other.value;
const plainNumber = (number: string): string => number.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** A difference with all versions if any two sources that say something do not agree. */
function compare(
  subject: string,
  field: Field,
  versions: readonly Version[],
  agree: (one: Version, other: Version) => boolean,
): IdentityDifference[] {
  const given = versions.filter(({ value }) => value != null && value !== '');
  const differ = given.some((one, place) => given.slice(place + 1).some((other) => !agree(one, other)));
  return differ ? [toDifference(subject, field, given)] : [];
}

const toDifference = (subject: string, field: Field, versions: readonly Version[]): IdentityDifference => ({
  subject,
  field,
  versions: versions.flatMap(({ source, value }) => (value == null ? [] : [{ source, value }])),
});

const maskVersions = (difference: IdentityDifference): IdentityDifference => ({
  ...difference,
  versions: difference.versions.map(({ source, value }) => ({ source, value: `••••${plainNumber(value).slice(-4)}` })),
});

/** The firm as in the register, each director with the birthday as in the register, and each officer among the directors. */
function registerDifferences(file: KycFile, { register }: KycReport): IdentityDifference[] {
  const firm = file.application.customerId;
  const company = findItem(file, 'company')?.answers;
  if (!register || !company) return [];
  const directors = file.people.filter((person) => person.isDirector);
  const differs = (subject: string, field: Field, form: string | null | undefined, entry: string | null) =>
    toDifference(subject, field, [
      { source: 'form', value: form },
      { source: 'register', value: entry },
    ]);
  const names = register.name !== null && !isSameName(register.name, company.legalName ?? '');
  const numbers = register.number !== null && plainNumber(register.number) !== plainNumber(company.companyNumber ?? '');
  return [
    ...(names ? [differs(firm, 'name', company.legalName, register.name)] : []),
    ...(numbers ? [differs(firm, 'company_number', company.companyNumber, register.number)] : []),
    ...directors.flatMap(({ id, name }) => {
      const officer = register.officers.find((each) => isSameName(each.name, name ?? ''));
      if (!officer) return [differs(id, 'officer', name, null)];
      const birthday = findItem(file, 'personal_details', id)?.answers.dateOfBirth;
      const isBorn = officer.bornIn === null || birthday?.startsWith(officer.bornIn);
      return isBorn ? [] : [differs(id, 'date_of_birth', birthday, officer.bornIn)];
    }),
    ...register.officers
      .filter((officer) => !directors.some(({ name }) => isSameName(officer.name, name ?? '')))
      .map((officer) => differs(firm, 'officer', null, officer.name)),
  ];
}

async function reusedProofs({ tx }: Ctx, file: KycFile, { identities = [] }: KycReport): Promise<IdentityDifference[]> {
  const items = file.items.filter(({ row }) => row.key === 'identity_document' || row.key === 'selfie');
  const proofs = items.map(({ row, answers, documents }) => {
    const subject = row.personId ?? file.application.customerId;
    const read = identities.find((each) => each.subject === subject)?.documentNumber;
    const numbers = row.key === 'identity_document' ? [answers.documentNumber, read] : [];
    return {
      item: row.id,
      subject,
      numbers: numbers.flatMap((number) => (number ? [plainNumber(number)] : [])),
      documents: documents.map(({ document }) => document.id),
    };
  });
  return (await selectReusedProofs(tx, proofs)).map(({ item, kind, owner }) => {
    const subject = proofs.find((proof) => proof.item === item)?.subject ?? file.application.customerId;
    return toDifference(subject, kind, [{ source: 'other_check', value: owner }]);
  });
}

export type KycHit = Pick<ScreeningHit, 'entryId' | 'name' | 'score'> & Readonly<{ of: string }>;

/** Hits for every name that the customer or a person of the firm goes by. `of` is the customer's or person's id. */
export async function screenApplication(ctx: Ctx, { application, items, people }: KycFile): Promise<KycHit[]> {
  const customer = await findCustomer(ctx.tx, application.customerId);
  const given = items.flatMap(({ row, answers }) =>
    [answers.fullName, answers.legalName].map((name) => ({ of: row.personId ?? application.customerId, name })),
  );
  const named = [
    { of: application.customerId, name: customer?.name },
    ...people.map(({ id, name }) => ({ of: id, name })),
    ...given,
  ];
  return screenNamed(ctx, named);
}

type Named = Readonly<{ of: string; name: string | null | undefined }>;

export async function screenNamed(ctx: Ctx, named: readonly Named[]): Promise<KycHit[]> {
  const distinct = new Map(named.map((each) => [`${each.of} ${each.name?.toLowerCase()}`, each]));
  const hits = [];
  for (const { of, name } of distinct.values())
    if (name) for (const hit of await screenNames(ctx, { payer: name, payee: '' })) hits.push({ ...hit, of });
  return hits;
}
