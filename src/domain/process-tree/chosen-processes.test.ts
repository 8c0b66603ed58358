import { expect, test } from 'vitest';
import { chosenProcesses, processesLine, type Choice } from './chosen-processes.ts';

const choice = (processName: string, optionName: string, ids: Partial<Choice> = {}): Choice => ({
  processName,
  optionName,
  ...ids,
});

test('a choice opened by an option is named with that option, in any order of choosing', () => {
  const surface = choice('表面处理', '喷粉');
  const colour = choice('喷粉', '指定色号');
  const shade = choice('指定色号', 'RAL 5010');
  const tolerance = choice('公差', 'GB/T 1804-m');
  const wanted = [
    { process: '表面处理', option: '喷粉（指定色号，RAL 5010）' },
    { process: '公差', option: 'GB/T 1804-m' },
  ];
  expect(chosenProcesses([surface, colour, shade, tolerance])).toEqual(wanted);
  expect(chosenProcesses([shade, colour, surface, tolerance])).toEqual(wanted);
  expect(processesLine([surface, colour, tolerance])).toBe('表面处理 喷粉（指定色号）；公差 GB/T 1804-m');
});

test('ids take precedence: a process may have the same name as an option', () => {
  const named = [
    choice('其他', '热处理', { processId: 1, optionId: 2 }),
    choice('热处理', '调质', { processId: 9, optionId: 10 }),
  ];
  expect(chosenProcesses(named)).toHaveLength(2);
  expect(chosenProcesses([named[0]!, { ...named[1]!, processId: 2 }])).toEqual([
    { process: '其他', option: '热处理（调质）' },
  ]);
});

test.each([
  ['热处理', '无'],
  ['表面处理', '无（保留刀纹）'],
  ['螺纹', '无螺纹'],
  ['打标', '不需要'],
])('%s: %s is omitted', (process, option) => {
  expect(chosenProcesses([choice(process, option)])).toEqual([]);
});

test.each([
  ['表面处理', '无电解镀镍'],
  ['焊接', '无铅焊接'],
])('%s: %s is listed', (process, option) => {
  expect(chosenProcesses([choice(process, option)])).toEqual([{ process, option }]);
});

test('circular names keep every choice', () => {
  const circle = [choice('甲', '乙'), choice('乙', '甲')];
  expect(processesLine(circle)).toBe('乙 甲（乙）');
});
