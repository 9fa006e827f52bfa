import type { ComponentProps } from 'react';
import { ArrivalNote as Estimate } from './ArrivalNote.tsx';
import {
  endToEndIdFieldId as numberId,
  EndToEndIdField as OwnNumber,
  hasInvalidSlash as stray,
} from './EndToEndIdField.tsx';
import { FormDocuments as Documents } from './FormDocuments.tsx';
import { NewPayeeLimit as Limit, NewPayeesWarning as ManyWarnings, NewPayeeWarning as Warning } from './NewPayee.tsx';
import { payeeDefaultsOf as known, findMissingFields as unsaid, scamWarningFor as warning } from './payee-defaults.ts';
import {
  RegulatoryFields as Fields,
  regulatoryFieldId as idOf,
  trimRegulatoryInfo as saidOf,
} from './RegulatoryFields.tsx';
import { ScheduleField as Field } from './ScheduleField.tsx';
import { ScheduleNote as Note } from './ScheduleNote.tsx';
import {
  type PaymentTiming as Asked,
  scheduledDateOf as dayOf,
  hasNoAvailableDate as isNever,
} from './scheduled-date.ts';
import { TransliteratedName as Travels } from './TransliteratedName.tsx';
import { useRegulatoryErrors as useFaults } from './use-regulatory-errors.ts';
import { useRegulatoryRows as rowsOf } from './use-regulatory-rows.tsx';
import { useUnsentFile as unsentFile } from './use-unsent-file.ts';

export type PaymentTiming = Asked;
export const scheduledDateOf = dayOf;
export const hasNoAvailableDate = isNever;
export const ScheduleField = (props: ComponentProps<typeof Field>) => <Field {...props} />;
export const ScheduleNote = (props: ComponentProps<typeof Note>) => <Note {...props} />;

export const ArrivalNote = (props: ComponentProps<typeof Estimate>) => <Estimate {...props} />;

export const RegulatoryFields = (props: ComponentProps<typeof Fields>) => <Fields {...props} />;
export const trimRegulatoryInfo = saidOf;
export const regulatoryFieldId = idOf;
export const payeeDefaultsOf = known;
export const findMissingFields = unsaid;
export const useRegulatoryErrors = useFaults;
export const useRegulatoryRows = rowsOf;

export const EndToEndIdField = (props: ComponentProps<typeof OwnNumber>) => <OwnNumber {...props} />;
export const endToEndIdFieldId = numberId;
export const hasInvalidSlash = stray;
export const useUnsentFile = unsentFile;
export const FormDocuments = (props: ComponentProps<typeof Documents>) => <Documents {...props} />;

export const TransliteratedName = (props: ComponentProps<typeof Travels>) => <Travels {...props} />;

export const scamWarningFor = warning;
export const NewPayeeWarning = (props: ComponentProps<typeof Warning>) => <Warning {...props} />;
export const NewPayeesWarning = (props: ComponentProps<typeof ManyWarnings>) => <ManyWarnings {...props} />;
export const NewPayeeLimit = (props: ComponentProps<typeof Limit>) => <Limit {...props} />;
