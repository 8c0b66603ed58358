import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { boxMesh } from './box-mesh.test-data.ts';
import { ModelViewer } from './model-viewer.tsx';
import type { Section } from './section.ts';
import type { Direction } from './view.ts';
import { ViewerTools } from './viewer-tools.tsx';

const label = '底板.step，120 × 60 × 20 mm，2 个孔';

describe('without WebGL', () => {
  beforeEach(() => {
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  });

  test('a message replaces the picture and its label stays', async () => {
    render(<ModelViewer mesh={boxMesh([40, 20, 10])} label={label} highlight={[1]} />);
    await screen.findByText('浏览器不支持三维显示，尺寸和价格不受影响');
    expect(screen.getByRole('img', { name: label }).tabIndex).toBe(-1);
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('a viewer that is closed at once removes its canvas', () => {
    const { unmount } = render(<ModelViewer mesh={boxMesh([40, 20, 10])} label={label} />);
    expect(screen.getByRole('application', { name: label }).tabIndex).toBe(0);
    unmount();
    expect(document.querySelector('canvas')).toBeNull();
  });
});

describe('tools', () => {
  const show = (section?: Section) => {
    const calls = {
      onViewChange: vi.fn<(direction: Direction) => void>(),
      onFit: vi.fn<() => void>(),
      onSection: vi.fn<(section: Section | undefined) => void>(),
      onMeasure: vi.fn<(isOn: boolean) => void>(),
    };
    render(<ViewerTools section={section} isMeasuring={false} {...calls} />);
    return { ...calls, user: userEvent.setup() };
  };

  test('each view has a button', async () => {
    const { user, onViewChange } = show();
    await user.click(screen.getByRole('button', { name: '上' }));
    expect(onViewChange).toHaveBeenCalledWith(expect.objectContaining({ elevation: Math.PI / 2 }));
  });

  test('a cut begins in the middle, changes its axis and ends', async () => {
    const { user, onSection } = show();
    await user.click(screen.getByRole('button', { name: '剖切' }));
    const cut = { axis: 0, fraction: 0.5, isFlipped: false } as const;
    expect(onSection).toHaveBeenLastCalledWith(cut);
    cleanup();
    const next = show(cut);
    await user.click(screen.getByRole('button', { name: 'Z' }));
    expect(next.onSection).toHaveBeenLastCalledWith({ ...cut, axis: 2 });
    fireEvent.change(screen.getByRole('slider', { name: '剖切位置' }), { target: { value: '0.25' } });
    expect(next.onSection).toHaveBeenLastCalledWith({ ...cut, fraction: 0.25 });
    await user.click(screen.getByRole('button', { name: '剖切' }));
    expect(next.onSection).toHaveBeenLastCalledWith(undefined);
  });
});
