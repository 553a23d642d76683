//! One set of laws, kept by both stores.

#[path = "../common/mod.rs"]
mod common;
mod laws;

/// Every law, for a macro that makes tests of them.
macro_rules! for_every_law {
    ($each:ident) => {
        $each! {
            a_battle_comes_back_as_it_was
            the_expected_number_must_be_right
            a_repeated_choice_is_answered_again
            of_racing_writers_one_wins
            a_choice_sent_twice_at_once_is_stored_once
            a_refused_write_does_not_disturb_its_neighbours
            a_journal_begins_at_its_last_head
            a_name_is_given_once
            tokens_open_their_place_until_revoked
            lists_are_newest_first_in_pages
            growth_is_hinted
            closing_waits_for_what_was_asked
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
