import { once } from 'node:events';
import PdfKit from 'pdfkit';
import { circle, dxfFile, insert, line, object } from '#viewer/drawings/dxf-file.test-data.ts';

/** A PDF of A3 sheets with a frame, a part and its number; with a password it is encrypted. */
export async function drawnPdf({
  pages = 3,
  password,
}: { pages?: number; password?: string } = {}): Promise<Buffer> {
  const security = password === undefined ? {} : { userPassword: password, pdfVersion: '1.7' as const };
  const doc = new PdfKit({ size: 'A3', layout: 'landscape', margin: 20, ...security });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = once(doc, 'end');
  for (let page = 1; page <= pages; page += 1) {
    if (page > 1) doc.addPage();
    doc.rect(20, 20, 1150, 800).lineWidth(2).stroke();
    doc.rect(300, 250, 500, 300).stroke();
    for (const x of [360, 740]) doc.circle(x, 400, 30).lineWidth(1).stroke();
    doc.fontSize(24).text(`SHEET ${page} OF ${pages}`, 860, 760);
  }
  doc.end();
  await ended;
  return Buffer.concat(chunks);
}

/** A PDF whose Chinese font is not in the file, as office programs write them: 图纸 in GBK. */
export function chinesePdf(): Buffer {
  const content = 'BT /F1 60 Tf 40 60 Td <CDBCD6BD> Tj ET';
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 240 160]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type0/BaseFont/STSong-Light/Encoding/GBK-EUC-H/DescendantFonts[6 0 R]>>',
    '<</Type/Font/Subtype/CIDFontType0/BaseFont/STSong-Light/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)/Supplement 2>>/FontDescriptor 7 0 R/DW 1000>>',
    '<</Type/FontDescriptor/FontName/STSong-Light/Flags 6/FontBBox[-25 -254 1000 880]/ItalicAngle 0/Ascent 880/Descent -120/CapHeight 880/StemV 93>>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, n) => {
    const offset = text.length;
    text += `${n + 1} 0 obj${object}endobj\n`;
    return offset;
  });
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  for (const offset of offsets) text += `${String(offset).padStart(10, '0')} 00000 n \n`;
  text += `trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

/** A plate with rounded corners, holes from a block, center lines, a dimension and notes, in a frame. */
export function drawnDxf(): Buffer {
  const notes = String.raw`{\fSimSun;技术要求}\P1. 未注倒角 C0.5，去除毛刺。\P2. %%c10 孔 2 处`;
  const text = dxfFile({
    codePage: 'ANSI_1252',
    lineTypes: [
      [0, 'LTYPE', 2, 'CENTER', 70, 0, 3, '', 72, 65, 73, 4, 40, 20, 49, 12.5, 49, -2.5, 49, 2.5, 49, -2.5],
    ],
    layers: [
      [0, 'LAYER', 2, '0', 70, 0, 62, 7, 6, 'CONTINUOUS'],
      [0, 'LAYER', 2, 'CENTER', 70, 0, 62, 1, 6, 'CENTER'],
      [0, 'LAYER', 2, 'DIM', 70, 0, 62, 3, 6, 'CONTINUOUS'],
    ],
    blocks: {
      HOLE: [circle(0, 0, 5), circle(0, 0, 8, [6, 'CENTER'])],
      '*D1': [
        line(0, -15, 120, -15),
        line(0, -2, 0, -18),
        line(120, -2, 120, -18),
        [0, 'SOLID', 8, 'DIM', 10, 0, 20, -15, 11, 5, 21, -14, 12, 5, 22, -16, 13, 5, 23, -16],
        [0, 'SOLID', 8, 'DIM', 10, 120, 20, -15, 11, 115, 21, -14, 12, 115, 22, -16, 13, 115, 23, -16],
        [0, 'MTEXT', 8, 'DIM', 10, 60, 20, -14, 40, 5, 71, 8, 1, '120%%p0.05'],
      ],
    },
    entities: [
      line(-30, -40, 190, -40),
      line(190, -40, 190, 100),
      line(190, 100, -30, 100),
      line(-30, 100, -30, -40),
      object(
        'LWPOLYLINE',
        [
          '90 8 70 1 10 10 20 0 10 110 20 0 42 0.414214 10 120 20 10 10 120 20 50 42 0.414214',
          '10 110 20 60 10 10 20 60 42 0.414214 10 0 20 50 10 0 20 10 42 0.414214',
        ].join(' '),
      ),
      insert('HOLE', '10 20 20 30'),
      insert('HOLE', '10 100 20 30'),
      line(-10, 30, 130, 30, []),
      [0, 'LINE', 8, 'CENTER', 10, 60, 20, -10, 11, 60, 21, 70],
      object('ELLIPSE', '10 60 20 30 11 15 21 0 40 0.6 41 0 42 6.283185307'),
      [0, 'DIMENSION', 8, 'DIM', 2, '*D1', 10, 0, 20, 0],
      [...object('MTEXT', '10 132 20 90 40 5 41 55 71 1'), 1, notes],
      [0, 'TEXT', 8, '0', 10, 132, 20, -35, 40, 6, 1, '底板 Q235'],
    ],
  });
  return Buffer.from(text);
}
