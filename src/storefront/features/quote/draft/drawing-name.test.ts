import { expect, test } from 'vitest';
import { findPartOfDrawing } from './drawing-name.ts';

test.each([
  // Equal except for case, width and Unicode composition.
  ['支架', ['底座', '支架'], '支架'],
  ['ODRI_Motor_Shaft', ['odri_motor_shaft'], 'odri_motor_shaft'],
  ['ＡＢ－１２', ['ab-12'], 'ab-12'],
  ['arrie\u0300re', ['ARRI\u00c8RE'], 'ARRI\u00c8RE'],
  ['shaft', ['shaft-b', 'shaft'], 'shaft'],
  ['shaft-b', ['shaft', 'shaft-b'], 'shaft-b'],
  // Followed by a revision or a note.
  ['odri_pulley_t10_center rev B', ['odri_pulley_t10_center'], 'odri_pulley_t10_center'],
  ['0-0-0-3-7-23_RevA', ['0-0-0-3-7', '0-0-0-3-7-23'], '0-0-0-3-7-23'],
  ['utah_teapot 图纸', ['utah_teapot'], 'utah_teapot'],
  ['utah_teapot图纸', ['utah_teapot'], 'utah_teapot'],
  ['ODRI_MOTOR_SHAFT-B', ['odri_motor_shaft'], 'odri_motor_shaft'],
  ['bracket.v2', ['bracket'], 'bracket'],
  ['bracket(2)', ['bracket'], 'bracket'],
  ['bracket（改）', ['bracket'], 'bracket'],
  ['M6螺栓', ['M6'], 'M6'],
  ['底板图纸', ['底板'], '底板'],
  ['底板工程图', ['底板'], '底板'],
  ['底板第2版', ['底板'], '底板'],
  ['轴1 2026-11-23', ['轴1'], '轴1'],
  ['bracket(2) rev B', ['bracket', 'bracket(2)'], 'bracket(2)'],
  // The longest matching name, and the first of equal ones.
  ['plate left rev A', ['plate', 'plate left', 'plate le'], 'plate left'],
  // Names of other parts.
  ['part-10', ['part-1'], undefined],
  ['part-10 rev B', ['part-1'], undefined],
  ['part-1b', ['part-1'], undefined],
  ['0-0-0-3-7-23', ['0-0-0-3-7'], undefined],
  ['plate-1.5', ['plate-1'], undefined],
  ['brackets', ['bracket'], undefined],
  ['arrie\u0300re', ['arrie'], undefined],
  ['底板盖', ['底板'], undefined],
  ['轴承座', ['轴'], undefined],
  ['bracket', ['bracket rev B'], undefined],
  ['总装', [''], undefined],
  ['总装', [], undefined],
] as [string, string[], string | undefined][])(
  'the drawing %s among the parts %j belongs to %s',
  (drawing, names, found) => {
    expect(names[findPartOfDrawing(drawing, names)]).toBe(found);
  },
);
