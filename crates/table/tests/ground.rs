//! Ground: pieces, outlines, names, joins.

use table::border::Border;
use table::ground::{Ground, GroundError, Piece, PieceId};
use table::index::Bounds;
use table::point::at;
use table::polygon::Polygon;
use table::pose::pose;
use table::terrain::{Polyline, Shape, TerrainError};

fn base(id: u16, x: f64, y: f64) -> Piece<char> {
    Piece {
        id: PieceId(id),
        kind: 'u',
        shape: Shape::Base { pose: pose(x, y, 0.), width: 11_000, depth: 11_000 },
    }
}

fn wood(id: u16, x: f64, y: f64) -> Piece<char> {
    let corners = [(x, y), (x, y + 2.), (x + 2., y + 2.), (x + 2., y)].map(|(x, y)| at(x, y));
    Piece { id: PieceId(id), kind: 'w', shape: Shape::Area(Polygon::new(corners).unwrap()) }
}

fn crest(id: u16) -> Piece<char> {
    Piece { id: PieceId(id), kind: 'c', shape: Shape::Line(Polyline::new([at(2., 9.), at(8., 9.)]).unwrap()) }
}

fn ground(pieces: Vec<Piece<char>>) -> Result<Ground<char>, GroundError> {
    Ground::new(Border::new(240_000, 160_000, vec![], (3, 2)).unwrap(), pieces)
}

#[test]
fn pieces_are_found_by_name_and_by_place() {
    let g = ground(vec![base(1, 5., 5.), wood(2, 10., 10.), crest(3)]).unwrap();
    let (piece, outline) = g.piece(PieceId(1)).unwrap();
    assert_eq!(piece.kind, 'u');
    assert!((outline.unwrap().area() - 1.21e8).abs() < 1.0);
    assert!(g.piece(PieceId(3)).unwrap().1.is_none());
    assert!(g.piece(PieceId(9)).is_none());
    let near = |x0, y0, x1, y1| {
        let query = Bounds { low: at(x0, y0).vec2(), high: at(x1, y1).vec2() };
        let mut ids: Vec<_> = g.near(query).map(|(p, _)| p.id.0).collect();
        ids.sort_unstable();
        ids
    };
    assert_eq!(near(0., 0., 6., 6.), [1]);
    assert_eq!(near(7., 8., 11., 11.), [2, 3]);
    assert!(near(13., 0., 24., 9.).is_empty());
    assert_eq!(g.areas(|p| p.kind == 'w').map(|(p, _)| p.id.0).collect::<Vec<_>>(), [2]);
}

#[test]
fn a_town_is_joined_and_knows_its_bases() {
    let g = ground(vec![base(1, 5., 5.), wood(2, 10., 10.), base(3, 6.1, 5.), base(4, 20., 5.)]).unwrap();
    let towns = g.joined(|p| p.kind == 'u');
    let mut names: Vec<Vec<_>> = towns.iter().map(|t| t.pieces.iter().map(|p| p.0).collect()).collect();
    names.sort();
    assert_eq!(names, [vec![1, 3], vec![4]]);
    let both = towns.iter().find(|t| t.pieces.len() == 2).unwrap();
    assert!(both.area.depth(at(5.55, 5.).vec2()) > 1000.0, "no seam");
}

#[test]
fn bad_ground_is_refused_by_name() {
    assert_eq!(ground(vec![crest(3), wood(3, 1., 1.)]).unwrap_err(), GroundError::Twice(PieceId(3)));
    let thin = Piece { shape: Shape::Base { pose: pose(5., 5., 0.), width: 0, depth: 5 }, ..base(7, 0., 0.) };
    assert_eq!(ground(vec![thin]).unwrap_err(), GroundError::Piece(PieceId(7), TerrainError::Size(0)));
    let outside = Piece {
        shape: Shape::Base { pose: pose(1677., 5., 0.), width: 50_000, depth: 50_000 },
        ..base(7, 0., 0.)
    };
    assert!(matches!(ground(vec![outside]).unwrap_err(), GroundError::Piece(PieceId(7), _)));
}

#[test]
fn ground_is_written_without_what_follows_from_it() {
    let g = ground(vec![base(1, 5., 5.), crest(3)]).unwrap();
    let text = serde_json::to_string(&g).unwrap();
    assert!(!text.contains("outlines"));
    let again: Ground<char> = serde_json::from_str(&text).unwrap();
    assert_eq!(again, g);
    assert!(again.piece(PieceId(1)).unwrap().1.is_some());
    assert!(serde_json::from_str::<Ground<char>>(&text.replace("11000", "-1")).is_err());
}
