//! One set of laws, kept by both stores.

#[path = "../common/mod.rs"]
mod common;
mod laws;
mod parts;
mod races;

/// Every law, for a macro that makes tests of them.
macro_rules! for_every_law {
    ($each:ident) => {
        $each! {
            a_battle_comes_back_as_it_was
            the_expected_number_must_be_right
            the_last_link_must_be_right
            a_repeated_choice_is_answered_again
            of_racing_writers_one_wins
            a_writer_sees_what_took_the_place_of_a_record_meanwhile
            a_choice_sent_twice_at_once_is_stored_once
            a_refused_write_does_not_disturb_its_neighbours
            many_battles_are_written_at_once
            a_journal_begins_at_its_last_head
            a_name_is_given_once
            tokens_open_their_place_until_revoked
            lists_are_newest_first_in_pages
            growth_is_hinted
            growth_is_hinted_to_other_servers
            closing_waits_for_what_was_asked
            a_part_begins_at_the_last_stored_state
            a_state_is_stored_anew
            one_state_stands_for_all
        }
    };
}

mod sqlite {
    use crate::common::Folder;

    macro_rules! tests {
        ($($law:ident)*) => {
            $(
                #[tokio::test(flavor = "multi_thread")]
                async fn $law() {
                    crate::laws::$law(&Folder::new().file()).await;
                }
            )*
        };
    }
    for_every_law!(tests);
}

mod postgres {
    use archive::Place;
    use own_postgres::Server;

    macro_rules! one_by_one {
        ($($law:ident)*) => {
            async fn every_law(server: &Server) {
                $(
                    let began = std::time::Instant::now();
                    let url = server.database(stringify!($law)).expect("a database");
                    crate::laws::$law(&Place::Postgres(url)).await;
                    println!("{}: {} ms", stringify!($law), began.elapsed().as_millis());
                )*
            }
        };
    }
    for_every_law!(one_by_one);

    /// One server for all laws, each with a database of its own.
    #[tokio::test(flavor = "multi_thread")]
    async fn keeps_every_law() {
        match Server::start() {
            Ok(server) => every_law(&server).await,
            Err(why) => eprintln!("SKIPPED: the laws were not tried on PostgreSQL. {why}"),
        }
    }
}
