import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { TopoDS_Edge, TopoDS_Shape } from 'replicad-opencascadejs';
import type { Vector } from '../model-reading.ts';
import { lazyKernel, type Kernel, type Occt } from './load.ts';

const resolve = createRequire(import.meta.url).resolve;
const bytesOf = (path: string) => new Uint8Array(readFileSync(resolve(path)));

/** The kernels of the installed packages. */
export const nodeKernel = (): Kernel =>
  lazyKernel({
    occt: bytesOf('replicad-opencascadejs/wasm'),
    iges: bytesOf('@bitbybit-dev/occt/bitbybit-dev-occt/bitbybit-dev-occt.wasm'),
  });

/** Longest loading of a kernel, on a busy machine. */
export const KERNEL_LOAD_MS = 60_000;

let shared: Kernel | undefined;

/** The kernels and a maker of parts: one for all files of a worker, as loading takes seconds. */
export async function loadedKernel(): Promise<{ kernel: Kernel; make: PartMaker }> {
  shared ??= nodeKernel();
  return { kernel: shared, make: partMaker(await shared.occt()) };
}

export interface PartMaker {
  box: (size: Vector, corner?: Vector) => TopoDS_Shape;
  /** From the centre of its base along the direction. */
  cylinder: (radius: number, height: number, base?: Vector, direction?: Vector) => TopoDS_Shape;
  /** A profile of points (radius, height), closed, turned about the z axis. */
  revolved: (profile: readonly (readonly [radius: number, height: number])[]) => TopoDS_Shape;
  cut: (shape: TopoDS_Shape, ...tools: TopoDS_Shape[]) => TopoDS_Shape;
  fuse: (shape: TopoDS_Shape, ...others: TopoDS_Shape[]) => TopoDS_Shape;
  /** Rounds the edges that `isChosen` accepts by their middle. */
  fillet: (shape: TopoDS_Shape, radius: number, isChosen: (middle: Vector) => boolean) => TopoDS_Shape;
  moved: (shape: TopoDS_Shape, offset: Vector) => TopoDS_Shape;
  /** About an axis through the origin. */
  turned: (shape: TopoDS_Shape, axis: Vector, angleRad: number) => TopoDS_Shape;
  together: (...shapes: TopoDS_Shape[]) => TopoDS_Shape;
  step: (shape: TopoDS_Shape) => Uint8Array;
  brep: (shape: TopoDS_Shape) => Uint8Array;
}

/** Builds parts whose measures are known analytically, in mm. The kernel ends with the test: nothing is freed. */
export function partMaker(oc: Occt): PartMaker {
  const point = (p: Vector) => new oc.gp_Pnt(...p);
  const combine =
    (make: 'BRepAlgoAPI_Cut' | 'BRepAlgoAPI_Fuse') =>
    (shape: TopoDS_Shape, ...tools: TopoDS_Shape[]) =>
      tools.reduce((result, tool) => new oc[make](result, tool).Shape(), shape);
  const edgesOf = (shape: TopoDS_Shape) => {
    const { TopAbs_EDGE } = oc.TopAbs_ShapeEnum;
    const edges: TopoDS_Edge[] = [];
    for (const explorer = new oc.TopExp_Explorer(shape, TopAbs_EDGE); explorer.More(); explorer.Next()) {
      const edge = oc.TopoDS.Edge(explorer.Current());
      if (!edges.some((one) => one.IsSame(edge))) edges.push(edge);
    }
    return edges;
  };
  return {
    box: (size, corner = [0, 0, 0]) => new oc.BRepPrimAPI_MakeBox(point(corner), ...size).Shape(),
    cylinder: (radius, height, base = [0, 0, 0], direction = [0, 0, 1]) => {
      const axes = new oc.gp_Ax2(point(base), new oc.gp_Dir(...direction));
      return new oc.BRepPrimAPI_MakeCylinder(axes, radius, height).Shape();
    },
    revolved: (profile) => {
      const wire = new oc.BRepBuilderAPI_MakeWire();
      for (const [i, [radius, height]] of profile.entries()) {
        const [nextRadius, nextHeight] = profile[(i + 1) % profile.length] ?? [0, 0];
        const edge = new oc.BRepBuilderAPI_MakeEdge(
          point([radius, 0, height]),
          point([nextRadius, 0, nextHeight]),
        );
        wire.Add(edge.Edge());
      }
      const face = new oc.BRepBuilderAPI_MakeFace(wire.Wire(), true);
      const axis = new oc.gp_Ax1(point([0, 0, 0]), new oc.gp_Dir(0, 0, 1));
      return new oc.BRepPrimAPI_MakeRevol(face.Face(), axis, 2 * Math.PI, true).Shape();
    },
    cut: combine('BRepAlgoAPI_Cut'),
    fuse: combine('BRepAlgoAPI_Fuse'),
    fillet: (shape, radius, isChosen) => {
      const maker = new oc.BRepFilletAPI_MakeFillet(shape);
      for (const edge of edgesOf(shape)) {
        const curve = new oc.BRepAdaptor_Curve(edge);
        const middle = curve.EvalD0((curve.FirstParameter() + curve.LastParameter()) / 2);
        if (isChosen([middle.X(), middle.Y(), middle.Z()])) maker.Add(radius, edge);
      }
      return maker.Shape();
    },
    moved: (shape, offset) => {
      const move = new oc.gp_Trsf();
      move.SetTranslation(new oc.gp_Vec(...offset));
      return shape.Moved(new oc.TopLoc_Location(move));
    },
    turned: (shape, axis, angleRad) => {
      const turn = new oc.gp_Trsf();
      turn.SetRotation(new oc.gp_Ax1(point([0, 0, 0]), new oc.gp_Dir(...axis)), angleRad);
      return shape.Moved(new oc.TopLoc_Location(turn));
    },
    together: (...shapes) => {
      const compound = new oc.TopoDS_Compound();
      const builder = new oc.TopoDS_Builder();
      builder.MakeCompound(compound);
      for (const shape of shapes) builder.Add(compound, shape);
      return compound;
    },
    step: (shape) => {
      const writer = new oc.STEPControl_Writer();
      writer.Transfer(
        shape,
        oc.STEPControl_StepModelType.STEPControl_AsIs,
        true,
        new oc.Message_ProgressRange(),
      );
      writer.Write('/part.step');
      return oc.FS.readFile('/part.step');
    },
    brep: (shape) => new TextEncoder().encode(oc.BRepToolsWrapper.Write(shape)),
  };
}
