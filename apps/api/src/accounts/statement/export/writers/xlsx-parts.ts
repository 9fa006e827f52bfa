const declaration = { '?xml': { '@version': '1.0', '@encoding': 'UTF-8', '@standalone': 'yes' } } as const;
const spreadsheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export const contentTypes = {
  ...declaration,
  Types: {
    '@xmlns': `${packages}/content-types`,
    Default: [
      { '@Extension': 'rels', '@ContentType': 'application/vnd.openxmlformats-package.relationships+xml' },
      { '@Extension': 'xml', '@ContentType': 'application/xml' },
    ],
    Override: [
      { '@PartName': '/xl/workbook.xml', '@ContentType': `${mediaType}.sheet.main+xml` },
      { '@PartName': '/xl/styles.xml', '@ContentType': `${mediaType}.styles+xml` },
      { '@PartName': '/xl/worksheets/sheet1.xml', '@ContentType': `${mediaType}.worksheet+xml` },
    ],
  },
};

const relation = (id: string, type: string, target: string) => ({
  '@Id': id,
  '@Type': `${relations}/${type}`,
  '@Target': target,
});

export const packageRelations = {
  ...declaration,
  Relationships: {
    '@xmlns': `${packages}/relationships`,
    Relationship: relation('rId1', 'officeDocument', 'xl/workbook.xml'),
  },
};

export const workbookRelations = {
  ...declaration,
  Relationships: {
    '@xmlns': `${packages}/relationships`,
    Relationship: [relation('rId1', 'worksheet', 'worksheets/sheet1.xml'), relation('rId2', 'styles', 'styles.xml')],
  },
};

export const workbook = (sheetName: string) => ({
  ...declaration,
  workbook: {
    '@xmlns': spreadsheet,
    '@xmlns:r': relations,
    sheets: { sheet: { '@name': sheetName, '@sheetId': '1', '@r:id': 'rId1' } },
  },
});

/** Style 1 is the header, 2 a day, 3 an amount with the decimals of the currency. */
export const stylesOf = (decimals: number) => ({
  ...declaration,
  styleSheet: {
    '@xmlns': spreadsheet,
    numFmts: {
      '@count': '2',
      numFmt: [
        { '@numFmtId': '164', '@formatCode': 'yyyy-mm-dd' },
        { '@numFmtId': '165', '@formatCode': decimals === 0 ? '#,##0' : `#,##0.${'0'.repeat(decimals)}` },
      ],
    },
    fonts: {
      '@count': '2',
      font: [
        { sz: { '@val': '11' }, name: { '@val': 'Calibri' } },
        { b: {}, sz: { '@val': '11' }, name: { '@val': 'Calibri' } },
      ],
    },
    fills: {
      '@count': '2',
      fill: [{ patternFill: { '@patternType': 'none' } }, { patternFill: { '@patternType': 'gray125' } }],
    },
    borders: { '@count': '1', border: { left: {}, right: {}, top: {}, bottom: {}, diagonal: {} } },
    cellStyleXfs: { '@count': '1', xf: format('0', '0') },
    cellXfs: {
      '@count': '5',
      xf: [
        format('0', '0'),
        format('0', '1'),
        format('164', '0'),
        format('165', '0'),
        { ...format('0', '0'), '@quotePrefix': '1' },
      ],
    },
  },
});

const format = (numberFormat: string, font: string) => ({
  '@numFmtId': numberFormat,
  '@fontId': font,
  '@fillId': '0',
  '@borderId': '0',
  '@applyNumberFormat': '1',
  '@applyFont': '1',
});
