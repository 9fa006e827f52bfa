import type { ComponentProps } from 'react';
import { ArrivalNote as Estimate } from './ArrivalNote.tsx';
import { FormDocuments as Documents } from './FormDocuments.tsx';
import { knownOf as known, unsaidOf as unsaid, warningOf as warning } from './known-of-payee.ts';
import { NewPayeeLimit as Limit, NewPayeesWarning as ManyWarnings, NewPayeeWarning as Warning } from './NewPayee.tsx';
import { ownNumberId as numberId, OwnNumberField as OwnNumber, hasStraySlash as stray } from './OwnNumberField.tsx';
import { PlanNote as Note } from './PlanNote.tsx';
import { type When as Asked, plannedDay as dayOf, isUnplannable as isNever } from './planned-day.ts';
import { SaidFields as Fields, saidId as idOf, saidIn as saidOf } from './SaidFields.tsx';
import { TravelsAs as Travels } from './TravelsAs.tsx';
import { useSaidFaults as useFaults } from './use-said-faults.ts';
import { useSaidRows as rowsOf } from './use-said-rows.tsx';
import { useUnsentFile as unsentFile } from './use-unsent-file.ts';
import { WhenField as Field } from './WhenField.tsx';

export type When = Asked;
export const plannedDay = dayOf;
export const isUnplannable = isNever;
export const WhenField = (props: ComponentProps<typeof Field>) => <Field {...props} />;
export const PlanNote = (props: ComponentProps<typeof Note>) => <Note {...props} />;

export const ArrivalNote = (props: ComponentProps<typeof Estimate>) => <Estimate {...props} />;

export const SaidFields = (props: ComponentProps<typeof Fields>) => <Fields {...props} />;
export const saidIn = saidOf;
export const saidId = idOf;
export const knownOf = known;
export const unsaidOf = unsaid;
export const useSaidFaults = useFaults;
export const useSaidRows = rowsOf;

export const OwnNumberField = (props: ComponentProps<typeof OwnNumber>) => <OwnNumber {...props} />;
export const ownNumberId = numberId;
export const hasStraySlash = stray;
export const useUnsentFile = unsentFile;
export const FormDocuments = (props: ComponentProps<typeof Documents>) => <Documents {...props} />;

export const TravelsAs = (props: ComponentProps<typeof Travels>) => <Travels {...props} />;

export const warningOf = warning;
export const NewPayeeWarning = (props: ComponentProps<typeof Warning>) => <Warning {...props} />;
export const NewPayeesWarning = (props: ComponentProps<typeof ManyWarnings>) => <ManyWarnings {...props} />;
export const NewPayeeLimit = (props: ComponentProps<typeof Limit>) => <Limit {...props} />;
