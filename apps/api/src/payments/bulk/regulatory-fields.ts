import { findRegulatoryCode, regulatoryCodeLabel } from '@larkmere/contract/payments/regulatory-code-labels';
import { type RegulatoryField, regulatoryCodes } from '@larkmere/contract/payments/regulatory-codes';
import { message } from '@larkmere/messages/message';
import { keysOf } from '../../platform/values/record.ts';
import type { RowFault, RowInstruction, RowValues } from './bulk.ts';

const columnByField = { purposeCode: 'purpose', relationship: 'relationship', sourceOfFunds: 'sourceOfFunds' } as const;
const regulatoryFieldNames = keysOf(columnByField);

export const parseRegulatoryFields = (given: RowValues): RowInstruction['regulatoryInformation'] =>
  Object.fromEntries(
    regulatoryFieldNames.flatMap((key) => {
      const code = findRegulatoryCode(key, given[columnByField[key]] ?? '');
      return code ? [[key, code]] : [];
    }),
  );

const fieldPrompts = {
  purposeCode: 'bulk_purpose_required',
  relationship: 'bulk_relationship_required',
  sourceOfFunds: 'bulk_source_of_funds_required',
} as const;

const listChoices = (key: RegulatoryField): string[] =>
  regulatoryCodes[key].map((code) => regulatoryCodeLabel(key, code));

export const findRegulatoryFaults = (
  given: RowValues,
  information: RowInstruction['regulatoryInformation'],
  asks: readonly RegulatoryField[],
): RowFault[] =>
  asks
    .filter(
      (key) =>
        !information[key] || (given[columnByField[key]] && !findRegulatoryCode(key, given[columnByField[key]] ?? '')),
    )
    .map((key) => ({ field: columnByField[key], reason: message(fieldPrompts[key], { choices: listChoices(key) }) }));
